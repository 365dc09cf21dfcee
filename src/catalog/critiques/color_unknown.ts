import type { CritiqueRule } from "../product.ts";
import { joinedParts } from "../variation.ts";
import { unknownNameFindings } from "./unknown-name-findings.ts";

export const colorUnknown: CritiqueRule = {
  code: "color_unknown",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "Cada cor é um nome da consulta de cores; cores predominantes são unidas com '+', sem espaços.",
    en: "Each colour is a name from the colours lookup; predominant colours are joined with '+', without spaces.",
  },
  message: {
    "pt-BR": 'A cor "{received}" não está registrada; use um nome de GET /api/v1/colors, e "+" sem espaços para unir cores.',
    en: 'The colour "{received}" is not registered; use a name from GET /api/v1/colors, and "+" without spaces to join colours.',
  },
  find({ color }, { reference, type }) {
    // flavor_required reports a colour on a type that takes flavours.
    if (color === undefined || type?.type.distinguishedBy === "flavor") return [];
    return joinedParts(color).flatMap((part) => unknownNameFindings("/color", part, reference.colors));
  },
  examples: [
    { title: "two registered colours", finds: [] },
    { title: "one registered colour", product: { color: "Azul" }, finds: [] },
    {
      title: "a colour where the type takes a flavour",
      product: { department: "Suplementos", productType: "Proteína", color: "Rosa" },
      finds: [],
    },
    {
      title: "two unknown colours beside a registered one",
      product: { color: "preto+Branco+Azull" },
      finds: [
        { pointer: "/color", received: "preto", suggestions: ["Preto"] },
        { pointer: "/color", received: "Azull", suggestions: ["Azul"] },
      ],
    },
    {
      title: "spaces around the plus sign",
      product: { color: "Preto + Branco" },
      finds: [
        { pointer: "/color", received: "Preto ", suggestions: ["Preto"] },
        { pointer: "/color", received: " Branco", suggestions: ["Branco"] },
      ],
    },
  ],
};
