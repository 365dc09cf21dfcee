import { operation } from "../platform/contract/operation.ts";
import { PAGE_QUERY } from "../platform/contract/paging.ts";
import { extended, integer, link, links, list, oneOfWords, optional, record, shape, text, unread } from "../platform/contract/schema.ts";
import { sellerErrors, sellerId } from "../sellers/index.ts";
import { LEDGER_CAUSES } from "./causes.ts";
import { POSSIBLE_DOUBLE_COUNT } from "./double-count.ts";
import { stockErrors } from "./errors.ts";
import { IfMatch } from "./precondition.ts";

const ofProduct = record({ sku: text({ maxLength: 300, description: "Código do produto do lojista" }) });

/** What sellers send: always the PHYSICAL quantity (seed 3.3). */
export const StockBody = shape("StockBody", {
  available: integer({ minimum: 0, description: "Quantidade física em estoque; o marketplace desconta as reservas", examples: [25] }),
});

const quantities = {
  available: integer({ description: "Quantidade física, como enviada" }),
  physical: integer(),
  reserved: integer({ description: "Unidades reservadas por pedidos ainda não faturados" }),
  availableForSale: integer({ description: "physical - reserved; negativo = nada é oferecido" }),
};
const version = integer({ description: "Quantas vezes o estoque mudou; entre aspas, é sua ETag" });
const Stock = shape("Stock", {
  sku: text(),
  ...quantities,
  version,
  _links: shape("StockLinks", { self: link, product: link, ledger: link }),
});
const Warning = shape("StockWarning", {
  code: oneOfWords([POSSIBLE_DOUBLE_COUNT]),
  message: text(),
  orders: list(text(), { maxItems: 100, description: "Pedidos com reserva aberta, do mais novo ao mais antigo" }),
});
const AcceptedStock = extended("AcceptedStock", Stock, {
  status: text({ examples: ["Aceito"] }),
  warnings: optional(list(Warning, { description: "Só quando há; o estoque foi gravado assim mesmo" })),
});

const stock = { api: "v2", audience: "seller", permission: "products", parameters: ofProduct } as const;
const write = {
  ...stock,
  load: "offers",
  path: "/api/v2/products/{sku}/stocks",
  query: record({
    acknowledge: optional(
      list(oneOfWords([POSSIBLE_DOUBLE_COUNT], { ignoreCase: true }), { description: "Avisos já conhecidos, que a resposta não repete" }),
    ),
  }),
  headers: IfMatch,
  // As it is shown, it may come back.
  body: shape("StockRecordBody", { ...StockBody.properties, ...unread(AcceptedStock.properties, StockBody.properties) }),
  bodyExample: { available: 25 },
  replies: { 202: { description: "O estoque registrado", schema: AcceptedStock, headers: { Location: "Endereço do estoque" } } },
  refuses: [stockErrors.stock_product_unknown, stockErrors.stock_version_differs, stockErrors.stock_awaited],
} as const;

export const postStock = operation({
  ...write,
  id: "postStock",
  method: "POST",
  summary: "Registra o primeiro estoque físico de um sku",
  description: "Se já há um estoque, atualiza-o, como PUT faz.",
});
export const putStock = operation({
  ...write,
  id: "putStock",
  method: "PUT",
  summary: "Atualiza o estoque físico de um sku",
  description: "Se ainda não há estoque, registra o primeiro, como POST faz.",
});
export const getStock = operation({
  ...stock,
  id: "getStock",
  method: "GET",
  path: "/api/v2/products/{sku}/stocks",
  summary: "Consulta estoque físico, reservado e disponível para venda",
  replies: {
    200: { description: "O estoque", schema: Stock, headers: { ETag: "A versão do estoque, para If-Match e If-None-Match" } },
    304: { description: "O estoque não mudou desde o ETag de If-None-Match" },
  },
  refuses: [stockErrors.stock_product_unknown, stockErrors.stock_unknown],
});

const Entry = shape("StockLedgerEntry", {
  version,
  date: text(),
  cause: text({ description: "Por que mudou; outros motivos podem surgir", examples: Object.keys(LEDGER_CAUSES) }),
  message: optional(text({ description: "O motivo em uma frase" })),
  orderNumber: optional(text()),
  physicalDelta: integer({ description: "Quanto mudou o estoque físico" }),
  reservedDelta: integer({ description: "Quanto mudou o reservado" }),
  ...quantities,
  by: text({ description: "Quem mudou: credential, operator, simulator ou timer; nunca um nome", examples: ["credential"] }),
  requestId: text({ description: "X-Request-Id da chamada que mudou o estoque" }),
  _links: optional(shape("OrderLinks", { order: link })),
});
export const listStockLedger = operation({
  ...stock,
  id: "listStockLedger",
  method: "GET",
  load: "lists",
  path: "/api/v2/products/{sku}/stocks/ledger",
  summary: "Explica o estoque de um sku: cada mudança com os saldos depois dela, da mais nova à mais antiga",
  query: record({
    ...PAGE_QUERY,
    version: optional(integer({ minimum: 1, description: "O livro como era nesta versão do estoque; os links a trazem" })),
  }),
  replies: {
    200: {
      description: "Uma página do livro",
      schema: shape("StockLedgerPage", {
        items: list(Entry),
        page: integer(),
        totalPages: integer(),
        size: integer(),
        total: integer(),
        _links: shape("StockLedgerLinks", { self: link, first: link, next: optional(link), prev: optional(link), last: link, stock: link }),
      }),
    },
    204: { description: "Nenhuma mudança na página" },
  },
  refuses: [stockErrors.stock_product_unknown],
});

export const checkStocks = operation({
  api: "operator",
  audience: "operator",
  permission: ["support"],
  id: "checkStocks",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}/stocks/check",
  summary: "Confere se cada estoque de um lojista é a soma do seu livro",
  parameters: record({ sellerId }),
  replies: {
    200: {
      description: "Quantos estoques há, e os que o livro não explica: nenhum, se tudo está certo",
      schema: shape("StockCheck", {
        stocks: integer(),
        unexplained: list(
          shape("UnexplainedStock", {
            sku: text(),
            stock: optional(shape("StoredStock", { version, physical: integer(), reserved: integer() })),
            ledger: shape("LedgerSums", {
              entries: integer({ description: "Mudanças registradas; tantas quanto a versão" }),
              physical: integer({ description: "Soma das mudanças do físico" }),
              reserved: integer({ description: "Soma das mudanças do reservado" }),
              astray: integer({ description: "Mudanças cujo saldo não é a soma até elas" }),
            }),
          }),
          { maxItems: 100 },
        ),
        links,
      }),
    },
  },
  refuses: [sellerErrors.seller_unknown],
});
