import {
  anyField,
  booleanField,
  dateTimeField,
  enumOf,
  extendObject,
  int32Field,
  integer,
  links,
  list,
  named,
  namedObject,
  object,
  operation,
  optional,
  PAGE_QUERY,
  text,
  textField,
  type TProperties,
} from "../platform/contract/index.ts";
import { referenceErrors } from "./errors.ts";

import { changeAction, JsonSchema } from "./operator-contract.ts";

export * from "./operator-contract.ts";

const code = int32Field("Código do item.", 12);
const itemName = (example: string) => textField("O nome que os produtos usam, letra por letra.", example);

const listOf = (name: string, item: TProperties, description: string) =>
  namedObject(`${name}List`, "Uma lista de referência, inteira.", {
    items: list(namedObject(name, description, { ...item, links }), { description: "A lista inteira, sem páginas." }),
    links,
  });
const NamedList = listOf(
  "ReferenceItem",
  { code, name: itemName("Altipasso"), externalCode: textField("O código em outros sistemas.", "ALTIPASSO") },
  "Uma marca, cor, sabor ou tamanho.",
);
const NameList = listOf("NamedCode", { code, name: itemName("Corrida") }, "Um departamento ou tipo de produto.");
const StoreList = listOf(
  "Store",
  { code: textField("O `buId` da loja.", "VE"), name: textField("Nome da loja.", "Vereda Esportes") },
  "Uma loja do grupo.",
);
/** How an attribute is filled in. */
const typeSelection = named(
  "TypeSelection",
  enumOf(["FREE_TEXT", "SINGLE", "MULTIPLE"], {
    description: "Como o atributo se preenche.",
    meanings: { FREE_TEXT: "Um texto livre.", SINGLE: "Um valor da lista.", MULTIPLE: "Um ou mais valores da lista." },
    examples: ["MULTIPLE"],
  }),
);
const TemplateList = listOf(
  "TemplateAttribute",
  {
    code,
    name: textField("Nome do atributo.", "Indicado para"),
    required: booleanField("Se todo produto do tipo precisa dele."),
    typeSelection,
    values: list(
      namedObject("AttributeValue", "Um valor que um atributo aceita.", { code, value: textField("O valor, letra por letra.", "Corrida") }),
      { description: "Os valores aceitos; vazio = conteúdo livre." },
    ),
  },
  "Um atributo de um tipo de produto.",
);

/** A whole list with a strong ETag (decisions 4). */
const lookUp = (description: string, schema: ReturnType<typeof listOf>) => ({
  200: {
    description,
    schema,
    headers: { ETag: { description: "Versão desta lista, para If-None-Match.", example: '"n4Rk2mZx8Lk1RtYw9Ab3C"' } },
  },
  304: { description: "A lista não mudou desde o ETag de If-None-Match." },
});
const WHOLE = "A lista inteira, com `ETag`: com `If-None-Match`, 304 enquanto nada muda. Entradas podem surgir e sumir sem aviso.";
const lookups = {
  api: "v1",
  method: "GET",
  audience: "seller",
  permission: "lookups",
  priority: "lists",
  tag: "Dados de referência",
  description: WHOLE,
} as const;

export const listBrands = operation({
  ...lookups,
  id: "listBrands",
  path: "/api/v1/brands",
  summary: "Lista as marcas registradas",
  replies: lookUp("As marcas.", NamedList),
});
export const listColors = operation({
  ...lookups,
  id: "listColors",
  path: "/api/v1/colors",
  summary: "Lista as cores registradas",
  replies: lookUp("As cores.", NamedList),
});
export const listFlavors = operation({
  ...lookups,
  id: "listFlavors",
  path: "/api/v1/flavors",
  summary: "Lista os sabores registrados",
  replies: lookUp("Os sabores.", NamedList),
});
export const listSizes = operation({
  ...lookups,
  id: "listSizes",
  path: "/api/v1/sizes",
  summary: "Lista os tamanhos registrados",
  replies: lookUp("Os tamanhos.", NamedList),
});
export const listStores = operation({
  ...lookups,
  id: "listStores",
  path: "/api/v1/bus",
  summary: "Lista as lojas (unidades de negócio)",
  replies: lookUp("As lojas.", StoreList),
});
export const listDepartments = operation({
  ...lookups,
  id: "listDepartments",
  path: "/api/v1/bus/{buId}/departments",
  summary: "Lista os departamentos de uma loja",
  parameters: object({
    buId: text({ minLength: 1, description: "Código ou nome da loja; maiúsculas e minúsculas não importam.", examples: ["VE"] }),
  }),
  replies: lookUp("Os departamentos.", NameList),
  refuses: [referenceErrors.store_list_unknown],
});

/** Any integer is accepted here. An unregistered code is refused later, because there is no list for it. */
const ANY_CODE = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;
const departmentCode = integer({ ...ANY_CODE, description: "Código do departamento.", examples: [3] });
const ofDepartment = object({ departmentCode });
const ofType = object({
  departmentCode,
  productTypeCode: integer({ ...ANY_CODE, description: "Código do tipo de produto.", examples: [12] }),
});

export const listProductTypes = operation({
  ...lookups,
  id: "listProductTypes",
  path: "/api/v1/department/{departmentCode}/productType",
  summary: "Lista os tipos de produto de um departamento",
  parameters: ofDepartment,
  replies: lookUp("Os tipos de produto.", NameList),
  refuses: [referenceErrors.department_list_unknown],
});
const typeRefusals = [referenceErrors.department_list_unknown, referenceErrors.product_type_list_unknown];
export const listTemplates = operation({
  ...lookups,
  id: "listTemplates",
  path: "/api/v1/department/{departmentCode}/productType/{productTypeCode}/templates",
  summary: "Lista os atributos de um tipo de produto: obrigatórios e opcionais, de lista ou livres",
  parameters: ofType,
  replies: lookUp("Os atributos.", TemplateList),
  refuses: typeRefusals,
});
export const getProductSchema = operation({
  ...lookups,
  id: "getProductSchema",
  path: "/api/v1/department/{departmentCode}/productType/{productTypeCode}/schema",
  summary: "Baixa o JSON Schema dos produtos de um tipo, gerado do que o validador executa",
  description:
    "JSON Schema 2020-12. Confira nele um produto antes de enviá-lo: ele decide como o servidor. Os campos são os do corpo de POST.",
  parameters: ofType,
  replies: {
    200: {
      description: "O JSON Schema.",
      schema: JsonSchema,
      headers: { ETag: { description: "Versão deste documento, para If-None-Match.", example: '"p7Wc5hMd1Zp7VnK3sQxL8"' } },
    },
    304: { description: "O documento não mudou desde o ETag de If-None-Match." },
  },
  refuses: typeRefusals,
});

/** How much of a seller's catalogue a change affects. */
export const AffectedTotals = namedObject("AffectedTotals", "Quanto do seu catálogo a mudança atinge.", {
  skus: int32Field("Produtos atingidos.", 12),
  families: int32Field("Famílias desses produtos.", 3),
  computedAt: dateTimeField("Quando foi contado; conta-se ao registrar a mudança e a cada noite."),
});
const change = {
  changeId: int32Field("Número da mudança.", 31),
  effectiveAt: dateTimeField("Quando passou ou passa a valer.", "2026-12-01T00:00:00.000-03:00"),
  list: textField("Nome da lista; `rules` = as regras do marketplace.", "brands"),
  code: textField("Código do item na lista; nas regras, o nome da regra.", "12"),
  action: changeAction,
  item: optional(
    anyField("O item inteiro a partir de então; ausente quando removido.", { code: 12, name: "Altipasso", externalCode: "ALTIPASSO" }),
  ),
  breaking: booleanField("Se retira ou aperta algo que produtos podem usar.", false),
  affected: optional(AffectedTotals),
  links,
};
const AnnouncedChange = namedObject("AnnouncedChange", "Uma mudança, com a data em que vale.", change);
export const listReferenceChangesSince = operation({
  ...lookups,
  id: "listReferenceChangesSince",
  path: "/api/v1/reference/changes",
  summary: "Lista o que mudou nos dados de referência desde uma versão, e o que já está anunciado",
  description: "Guarde `version` e envie-a em `since` da próxima vez.",
  query: object({
    since: optional(integer({ minimum: 0, default: 0, description: "A última versão já conhecida.", examples: [12] })),
    size: PAGE_QUERY.size,
  }),
  replies: {
    200: {
      description: "As mudanças em ordem de versão, e as anunciadas em ordem de data.",
      schema: namedObject("ReferenceChanges", "O que mudou nos dados de referência.", {
        version: int32Field("A versão em vigor.", 13),
        items: list(
          extendObject("ReferenceChange", AnnouncedChange, "Uma mudança feita.", {
            version: int32Field("A versão que a mudança fez.", 13),
          }),
          { description: "As feitas, em ordem de versão." },
        ),
        announced: list(AnnouncedChange, { description: "As que ainda vão valer, em ordem de data." }),
        links,
      }),
    },
    204: { description: "Nada mudou desde então e nada está anunciado." },
  },
});
