import {
  describedAs,
  enumOf,
  int32Field,
  integer,
  linksOf,
  links,
  list,
  named,
  namedObject,
  object,
  operation,
  optional,
  text,
  textField,
  textsField,
  ifMatchHeader,
} from "../../platform/contract/index.ts";
import { referenceErrors } from "../../reference/index.ts";
import { COLUMN_SOURCES, type ColumnSource } from "./assumptions.ts";
import { fileErrors, mappingErrors } from "./errors.ts";
import { MOST_COLUMNS } from "./header.ts";
import { ENCODINGS, type Encoding } from "./text-encoding.ts";

/** The media types of files with columns. */
export const CSV = "text/csv";
/** What documents show of a spreadsheet, which is no text. */
export const XLSX_EXAMPLE = "(uma planilha XLSX)";
/** The media type of spreadsheets. */
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const ofType = object({
  departmentCode: integer({ minimum: 1, description: "Código do departamento.", examples: [3] }),
  productTypeCode: integer({ minimum: 1, description: "Código do tipo de produto.", examples: [12] }),
});
const template = {
  api: "v1",
  method: "GET",
  audience: "seller",
  permission: "lookups",
  priority: "lists",
  tag: "Dados de referência",
  parameters: ofType,
  refuses: [referenceErrors.department_list_unknown, referenceErrors.product_type_list_unknown],
} as const;
const attachment = (file: string) => ({
  "Content-Disposition": { description: "`attachment`, com o nome do arquivo.", example: `attachment; filename="${file}"` },
});

export const getTemplateCsv = operation({
  ...template,
  id: "getTemplateCsv",
  path: "/api/v1/department/{departmentCode}/productType/{productTypeCode}/template.csv",
  summary: "Baixa um modelo de CSV para os produtos de um tipo: a linha de cabeçalho",
  description:
    "Preencha uma linha por produto e envie o arquivo em POST /api/v2/bulk. As colunas são os campos do produto e os atributos do tipo.",
  replies: {
    200: {
      description: "O cabeçalho, em UTF-8 com marca, separado por ponto e vírgula.",
      mediaType: CSV,
      example: "SKU;Grupo do produto;Departamento;Tipo de produto;Marca",
      headers: attachment("produtos-tenis-de-corrida.csv"),
    },
  },
});
export const getTemplateXlsx = operation({
  ...template,
  id: "getTemplateXlsx",
  path: "/api/v1/department/{departmentCode}/productType/{productTypeCode}/template.xlsx",
  summary: "Baixa uma planilha modelo para os produtos de um tipo, com as listas de valores",
  description: "A primeira planilha é a que se preenche e envia; as outras explicam as colunas e trazem os valores registrados.",
  replies: {
    200: { description: "A planilha.", mediaType: XLSX, example: XLSX_EXAMPLE, headers: attachment("produtos-tenis-de-corrida.xlsx") },
  },
});

const MappedColumn = namedObject("BulkMappedColumn", "O que uma coluna é, pelo nome.", {
  name: text({
    minLength: 1,
    maxLength: 300,
    description: "Nome da coluna; maiúsculas, acentos e pontuação não contam.",
    examples: ["valor cheio"],
  }),
  field: text({
    minLength: 1,
    maxLength: 300,
    description: "O campo: um JSON Pointer, o nome no modelo, um atributo; `-` = ignorar a coluna.",
    examples: ["/price/listPrice"],
  }),
});
const columns = list(MappedColumn, { maxItems: MOST_COLUMNS, description: "As colunas, na ordem em que foram guardadas." });
const mapping = { columns, version: int32Field("Quantas vezes mudou; entre aspas, é sua ETag. 0 = nada guardado.", 2) };
const LEADS = { self: "O mapeamento.", suggestions: "POST diz o que cada coluna de um cabeçalho seria." };
const Mapping = namedObject("BulkMapping", "O que as colunas dos arquivos de um lojista são.", {
  ...mapping,
  _links: linksOf("BulkMappingLinks", LEADS),
});
const OrderMapping = namedObject("BulkOrderMapping", "O que as colunas dos arquivos de pedidos de um lojista são.", { ...mapping, links });

const SOURCES: Readonly<Record<ColumnSource, string>> = {
  mapping: "O parâmetro `mapping` diz.",
  pointer: "O nome é um JSON Pointer.",
  kept: "O mapeamento guardado diz.",
  template: "O nome é o do modelo.",
  synonym: "O nome é um dos que as pessoas usam.",
  attribute: "O nome é o de um atributo.",
  ignored: "A coluna é ignorada.",
};
const source = named("BulkColumnSource", enumOf(COLUMN_SOURCES, { description: "Por que a coluna foi reconhecida.", meanings: SOURCES }));
const column = {
  name: textField("O nome, como enviado.", "preço cheio"),
  pointer: optional(textField("O campo que a coluna preenche; ausente = nenhum.", "/price/listPrice")),
};

const ENCODING_MEANINGS: Readonly<Record<Encoding, string>> = {
  "UTF-8": "UTF-8.",
  "Windows-1252": "Windows-1252, também chamado ANSI.",
  "UTF-8 or Windows-1252": "O início não diz: cada linha é UTF-8 onde isso é válido, senão Windows-1252.",
  "UTF-16LE": "UTF-16, byte menor primeiro.",
  "UTF-16BE": "UTF-16, byte maior primeiro.",
};
/** What was assumed about a file, as jobs show it. */
export const BulkAssumptions = namedObject(
  "BulkAssumptions",
  "O que se supôs ao ler um CSV ou uma planilha.",
  {
    encoding: optional(named("BulkEncoding", enumOf(ENCODINGS, { description: "De um CSV: a codificação.", meanings: ENCODING_MEANINGS }))),
    delimiter: optional(textField("De um CSV: o que separa as células.", ";")),
    decimalMark: textField("O que separa os decimais dos números.", ","),
    sheet: optional(textField("De uma planilha: a que foi lida, a primeira visível.", "Produtos")),
    ops: textsField("O que as linhas fazem; vazio = cada linha diz.", ["price"]),
    columns: list(namedObject("BulkColumn", "Uma coluna do arquivo.", { ...column, by: source }), {
      description: "As colunas, na ordem do arquivo.",
    }),
  },
  { examples: [{ sheet: undefined }] },
);

/** The parameter that names columns of a file. */
export const mappingParameter = optional(
  text({
    maxLength: 1_200,
    description:
      "De CSV e XLSX: o que as colunas são, `coluna:campo` separadas por vírgula; `coluna:-` ignora. Fica guardado para o próximo arquivo. Um mapeamento mais longo vai antes por PUT.",
    examples: ["valor cheio:/price/listPrice,observação:-"],
  }),
);

/** `If-Match` of the mapping. */
const IfMatch = ifMatchHeader({
  "pt-BR": 'Grava somente se o mapeamento ainda está nesta versão, a ETag de GET: `"2"`; `"0"` = se não há nenhum.',
  en: 'Writes only when the mapping is still of this version, the ETag of GET: `"2"`; `"0"` = if there is none.',
});

/** What differs between the two APIs. */
const APIS = {
  catalog: { api: "v2", permission: "products", path: "/api/v2/bulk/mapping", prefix: "Bulk", Shape: Mapping, example: "preço cheio" },
  orders: { api: "v1", permission: "orders", path: "/api/v1/bulk/mapping", prefix: "OrderBulk", Shape: OrderMapping, example: "rastreio" },
} as const;
export type MappingKind = keyof typeof APIS;

/** The path of a kind's mapping. */
export const mappingPath = (kind: MappingKind): string => APIS[kind].path;

const commonOf = (kind: MappingKind) =>
  ({ api: APIS[kind].api, audience: "seller", permission: APIS[kind].permission, tag: "Lotes" }) as const;

const suggestOperation = (kind: MappingKind) => {
  const { path, prefix, example } = APIS[kind];
  const common = commonOf(kind);
  return operation({
    ...common,
    id: `suggest${prefix}Mapping`,
    method: "POST",
    path: `${path}/suggestions`,
    summary: "Diz o que cada coluna de um cabeçalho seria, antes de enviar o arquivo",
    description: "Nada é guardado. Para uma coluna desconhecida, `suggestions` traz os nomes mais próximos.",
    body: namedObject("BulkHeaderBody", "Os nomes das colunas de um arquivo.", {
      columns: list(text({ maxLength: 300 }), {
        minItems: 1,
        maxItems: MOST_COLUMNS,
        description: "Os nomes, na ordem do arquivo.",
        examples: [["sku", example]],
      }),
    }),
    bodyExample: { columns: ["sku", example] },
    replies: {
      200: {
        description: "As colunas, na mesma ordem.",
        schema: namedObject("BulkHeader", "O que as colunas de um cabeçalho seriam.", {
          columns: list(
            namedObject(
              "BulkSuggestedColumn",
              "O que uma coluna seria.",
              {
                ...column,
                by: optional(describedAs(source, { description: "Por que foi reconhecida; ausente = é desconhecida." })),
                suggestions: optional(textsField("Os nomes mais próximos de uma coluna desconhecida, no máximo 3.", ["Preço de"])),
              },
              { examples: [{ suggestions: undefined }] },
            ),
            { description: "As colunas." },
          ),
        }),
      },
    },
  });
};

const mappingOperations = (kind: MappingKind) => {
  const { path, prefix, Shape, example } = APIS[kind];
  const common = commonOf(kind);
  const ETag = { ETag: { description: "A versão do mapeamento, para If-Match.", example: '"2"' } };
  return {
    get: operation({
      ...common,
      id: `get${prefix}Mapping`,
      method: "GET",
      path,
      summary: "Consulta o mapeamento das colunas dos seus arquivos",
      description: "Tudo o que `mapping` já disse sobre colunas. Vale para o próximo CSV ou XLSX, pelo nome da coluna.",
      replies: {
        200: { description: "O mapeamento; vazio se nada foi guardado.", schema: Shape, headers: ETag },
        304: { description: "O mapeamento não mudou desde o ETag de If-None-Match." },
      },
    }),
    put: operation({
      ...common,
      id: `put${prefix}Mapping`,
      method: "PUT",
      path,
      summary: "Substitui o mapeamento das colunas dos seus arquivos",
      description: "Uma lista vazia esquece tudo.",
      headers: IfMatch,
      body: namedObject(kind === "catalog" ? "BulkMappingBody" : "BulkOrderMappingBody", "O mapeamento inteiro.", { columns }),
      bodyExample: { columns: [{ name: example, field: kind === "catalog" ? "/price/listPrice" : "/trackingNumber" }] },
      replies: { 200: { description: "O mapeamento como ficou.", schema: Shape, headers: ETag } },
      refuses: [fileErrors.mapping_field_unknown, mappingErrors.mapping_repeated, mappingErrors.mapping_version_differs],
    }),
    suggest: suggestOperation(kind),
  };
};

/** The mapping of files with products, prices and stocks (API v2). */
export const catalogMapping = mappingOperations("catalog");
/** The mapping of files with moves of orders (API v1). */
export const orderMapping = mappingOperations("orders");
