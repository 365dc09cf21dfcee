import {
  dateTimeField,
  enumOf,
  EXAMPLE_IDS,
  int32Field,
  lenientEnum,
  links,
  list,
  named,
  namedObject,
  object,
  operation,
  optional,
  PAGE_COUNTS,
  PAGE_QUERY,
  text,
  textField,
} from "../../platform/contract/index.ts";
import { PriceBody } from "../../pricing/index.ts";
import { quantities, version } from "../shapes.ts";
import { FILTER_MEANINGS, STOCK_FILTERS } from "./filters.ts";

const StockLine = namedObject(
  "StockLine",
  "O estoque de um produto, em uma lista.",
  {
    sku: textField("Código do produto.", EXAMPLE_IDS.sku),
    name: textField("Nome do produto.", "Tênis de Corrida Altipasso Brisa Amortecido Unissex"),
    ...quantities,
    version,
    updatedAt: dateTimeField("Quando mudou."),
    price: optional(
      namedObject("StockLinePrice", "O preço registrado do produto.", {
        ...PriceBody.properties,
        version: int32Field("Quantas vezes o preço mudou.", 3),
      }),
    ),
    doubleCount: optional(
      namedObject("StockDoubleCount", "O último envio, que parece já descontar as reservas.", {
        date: dateTimeField("Quando foi enviado."),
        sent: int32Field("A quantidade enviada: a anterior menos o reservado.", 23),
        before: int32Field("A quantidade física anterior.", 25),
        reserved: int32Field("O reservado então.", 2),
      }),
    ),
    links,
  },
  { examples: [{ doubleCount: undefined }] },
);

export const listStocks = operation({
  api: "v1",
  audience: "seller",
  permission: "products",
  priority: "lists",
  tag: "Estoques",
  id: "listStocks",
  method: "GET",
  path: "/api/v1/stocks",
  summary: "Lista os estoques do lojista, por sku",
  description:
    "Com `filter`, só os que pedem atenção. Um produto sem estoque registrado não está na lista. Acima de 10.000, `total` pode ter alguns segundos.",
  query: object({
    page: PAGE_QUERY.page,
    size: PAGE_QUERY.size,
    sku: optional(text({ maxLength: 50, description: "Só os skus que começam assim.", examples: ["TEN-BRISA"] })),
    filter: optional(
      lenientEnum(
        named(
          "StockFilter",
          enumOf(STOCK_FILTERS, {
            description: "Só os que estão assim.",
            meanings: FILTER_MEANINGS,
            examples: ["unavailable"],
          }),
        ),
      ),
    ),
  }),
  replies: {
    200: {
      description: "Uma página de estoques.",
      schema: namedObject("StockPage", "Uma página dos estoques de um lojista.", {
        items: list(StockLine, { description: "Por sku." }),
        ...PAGE_COUNTS,
        links,
      }),
    },
    204: { description: "Nenhum estoque na página." },
  },
});
