import type { CritiqueRule } from "../product.ts";
import { EXAMPLE_FOOD_PRODUCT } from "./example-products.ts";
import { joinedParts } from "../variation.ts";
import { unknownNameFindings } from "./unknown-name-findings.ts";

export const flavorUnknown: CritiqueRule = {
  code: "flavor_unknown",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "Cada sabor é um nome da consulta de sabores; sabores são unidos com '+', sem espaços.",
    en: "Each flavour is a name from the flavours lookup; flavours are joined with '+', without spaces.",
  },
  message: {
    "pt-BR": 'O sabor "{received}" não está registrado; use um nome de GET /api/v1/flavors, e "+" sem espaços para unir sabores.',
    en: 'The flavour "{received}" is not registered; use a name from GET /api/v1/flavors, and "+" without spaces to join flavours.',
  },
  find({ flavor }, { reference, type }) {
    // color_required reports a flavour on a type that takes colours.
    if (flavor === undefined || type?.type.distinguishedBy === "color") return [];
    return joinedParts(flavor).flatMap((part) => unknownNameFindings("/flavor", part, reference.flavors));
  },
  examples: [
    { title: "two registered flavours", product: { ...EXAMPLE_FOOD_PRODUCT, flavor: "Baunilha+Morango" }, finds: [] },
    { title: "a flavour where the type takes a colour", product: { flavor: "Limao" }, finds: [] },
    {
      title: "a flavour without its accent",
      product: { ...EXAMPLE_FOOD_PRODUCT, flavor: "Limao" },
      finds: [{ pointer: "/flavor", received: "Limao", suggestions: ["Limão"] }],
    },
  ],
};
