import { operation } from "../platform/contract/operation.ts";
import {
  anything,
  flag,
  integer,
  links,
  list,
  named,
  oneOfWords,
  optional,
  record,
  shape,
  text,
  type TProperties,
} from "../platform/contract/schema.ts";
import { referenceErrors } from "./errors.ts";

export * from "./operator-contract.ts";

const code = integer({ minimum: 1 });

const listOf = (name: string, item: TProperties) => shape(`${name}List`, { items: list(shape(name, { ...item, links })), links });
const NamedList = listOf("ReferenceItem", { code, name: text({ description: "O nome que os produtos usam" }), externalCode: text() });
const NameList = listOf("NamedCode", { code, name: text({ description: "O nome que os produtos usam" }) });
const StoreList = listOf("Store", { code: text({ description: "O buId da loja" }), name: text() });
const TemplateList = listOf("TemplateAttribute", {
  code,
  name: text(),
  required: flag(),
  typeSelection: named("TypeSelection", oneOfWords(["FREE_TEXT", "SINGLE", "MULTIPLE"])),
  values: list(shape("AttributeValue", { code, value: text() }), { description: "Vazio = conteúdo livre" }),
});

/** A whole list with a strong ETag (decisions 4). */
const lookUp = (description: string, schema: ReturnType<typeof listOf>) => ({
  200: { description, schema, headers: { ETag: "Versão forte desta lista" } },
  304: { description: "A lista não mudou desde o ETag de If-None-Match" },
});
const lookups = { api: "v1", method: "GET", audience: "seller", permission: "lookups", load: "lists" } as const;

export const listBrands = operation({
  ...lookups,
  id: "listBrands",
  path: "/api/v1/brands",
  summary: "Marcas registradas",
  replies: lookUp("As marcas", NamedList),
});
export const listColors = operation({
  ...lookups,
  id: "listColors",
  path: "/api/v1/colors",
  summary: "Cores registradas",
  replies: lookUp("As cores", NamedList),
});
export const listFlavors = operation({
  ...lookups,
  id: "listFlavors",
  path: "/api/v1/flavors",
  summary: "Sabores registrados",
  replies: lookUp("Os sabores", NamedList),
});
export const listSizes = operation({
  ...lookups,
  id: "listSizes",
  path: "/api/v1/sizes",
  summary: "Tamanhos registrados",
  replies: lookUp("Os tamanhos", NamedList),
});
export const listStores = operation({
  ...lookups,
  id: "listStores",
  path: "/api/v1/bus",
  summary: "Lojas (unidades de negócio)",
  replies: lookUp("As lojas", StoreList),
});
export const listDepartments = operation({
  ...lookups,
  id: "listDepartments",
  path: "/api/v1/bus/{buId}/departments",
  summary: "Departamentos de uma loja",
  parameters: record({
    buId: text({ minLength: 1, description: "Código ou nome da loja, em maiúsculas ou minúsculas", examples: ["VE"] }),
  }),
  replies: lookUp("Os departamentos", NameList),
  refuses: [referenceErrors.store_list_unknown],
});

/** Any whole number may be asked for: one that nobody registered, or nobody could, is a list that is not there. */
const ANY_CODE = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;
const departmentCode = integer({ ...ANY_CODE, description: "Código do departamento" });
const ofDepartment = record({ departmentCode });
const ofType = record({ departmentCode, productTypeCode: integer({ ...ANY_CODE, description: "Código do tipo de produto" }) });

export const listProductTypes = operation({
  ...lookups,
  id: "listProductTypes",
  path: "/api/v1/department/{departmentCode}/productType",
  summary: "Tipos de produto de um departamento",
  parameters: ofDepartment,
  replies: lookUp("Os tipos de produto", NameList),
  refuses: [referenceErrors.department_list_unknown],
});
const typeRefusals = [referenceErrors.department_list_unknown, referenceErrors.product_type_list_unknown];
export const listTemplates = operation({
  ...lookups,
  id: "listTemplates",
  path: "/api/v1/department/{departmentCode}/productType/{productTypeCode}/templates",
  summary: "Atributos de um tipo de produto: obrigatórios e opcionais, de lista ou livres",
  parameters: ofType,
  replies: lookUp("Os atributos", TemplateList),
  refuses: typeRefusals,
});
export const getProductSchema = operation({
  ...lookups,
  id: "getProductSchema",
  path: "/api/v1/department/{departmentCode}/productType/{productTypeCode}/schema",
  summary: "JSON Schema 2020-12 dos produtos de um tipo, gerado do que o validador executa",
  parameters: ofType,
  replies: {
    200: { description: "O JSON Schema", schema: anything(), headers: { ETag: "Versão forte deste documento" } },
    304: { description: "O documento não mudou desde o ETag de If-None-Match" },
  },
  refuses: typeRefusals,
});

const change = {
  effectiveAt: text({ description: "Quando passou ou passa a valer, ISO 8601" }),
  list: text({ description: "Nome da lista; rules = as regras do marketplace" }),
  code: text({ description: "Código do item na lista; nas regras, o nome da regra" }),
  action: oneOfWords(["put", "remove"]),
  item: optional(anything({ description: "O item inteiro a partir de então; ausente quando removido" })),
};
export const listReferenceChangesSince = operation({
  ...lookups,
  id: "listReferenceChangesSince",
  path: "/api/v1/reference/changes",
  summary: "O que mudou nos dados de referência desde uma versão, e o que já está anunciado",
  query: record({
    since: optional(integer({ minimum: 0, default: 0, description: "A última versão já conhecida" })),
    size: optional(integer({ minimum: 1, maximum: 100, default: 20 })),
  }),
  replies: {
    200: {
      description: "As mudanças em ordem de versão, e as anunciadas em ordem de data",
      schema: shape("ReferenceChanges", {
        version: integer({ description: "A versão em vigor" }),
        items: list(shape("ReferenceChange", { version: integer(), ...change })),
        announced: list(shape("AnnouncedChange", change)),
        links,
      }),
    },
    204: { description: "Nada mudou desde então e nada está anunciado" },
  },
});
