import type { CritiqueRule } from "../product.ts";
import { unknownNameFindings } from "./unknown-name-findings.ts";

export const departmentUnknown: CritiqueRule = {
  code: "department_unknown",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "O departamento é um nome da consulta de departamentos, escrito exatamente como lá.",
    en: "The department is a name from the departments lookup, written exactly as it is there.",
  },
  message: {
    "pt-BR":
      'O departamento "{received}" não está registrado; use um nome de GET /api/v1/bus/VE/departments ou GET /api/v1/bus/VM/departments.',
    en: 'The department "{received}" is not registered; use a name from GET /api/v1/bus/VE/departments or GET /api/v1/bus/VM/departments.',
  },
  find: ({ department }, { reference }) => unknownNameFindings("/department", department, reference.departments),
  examples: [
    { title: "a registered department", finds: [] },
    {
      title: "another letter case",
      product: { department: "corrida" },
      finds: [{ pointer: "/department", received: "corrida", suggestions: ["Corrida"] }],
    },
    {
      title: "a department nobody knows",
      product: { department: "Astronomia" },
      finds: [{ pointer: "/department", received: "Astronomia", suggestions: [] }],
    },
  ],
};
