import {
  dateTimeField,
  describedAs,
  enumOf,
  EXAMPLE_IDS,
  extendObject,
  ifMatchHeader,
  ignoredMembers,
  int32Field,
  integer,
  lenientEnum,
  link,
  links,
  linksOf,
  list,
  named,
  namedObject,
  object,
  openEnum,
  operation,
  optional,
  PAGE_COUNTS,
  PAGE_QUERY,
  PageLinks,
  requestIdField,
  text,
  textField,
  UNCOUNTED_LINKS,
} from "../platform/contract/index.ts";
import { sellerErrors, sellerId } from "../sellers/index.ts";
import { LEDGER_CAUSES } from "./causes.ts";
import { POSSIBLE_DOUBLE_COUNT } from "./double-count.ts";
import { stockErrors } from "./errors.ts";
import { quantities, version } from "./shapes.ts";

export * from "./lists/contract.ts";

const ofProduct = object({ sku: text({ maxLength: 300, description: "Código do produto do lojista.", examples: [EXAMPLE_IDS.sku] }) });

/** The stock that a seller sends: always the PHYSICAL quantity (seed 3.3). */
export const StockBody = namedObject("StockBody", "O estoque físico de um produto.", {
  available: integer({
    minimum: 0,
    description: "Quantidade física em estoque, em unidades; o marketplace desconta as reservas.",
    examples: [25],
  }),
});

const Stock = namedObject("Stock", "O estoque registrado de um produto.", {
  sku: textField("Código do produto.", EXAMPLE_IDS.sku),
  ...quantities,
  version,
  _links: linksOf("StockLinks", { self: "O estoque.", product: "O produto.", ledger: "O livro do estoque: cada mudança." }),
});
const warningCode = named(
  "StockWarningCode",
  enumOf([POSSIBLE_DOUBLE_COUNT], {
    description: "O que é estranho.",
    meanings: { [POSSIBLE_DOUBLE_COUNT]: "A quantidade enviada parece já descontar as reservas, que o marketplace desconta de novo." },
  }),
);
const Warning = namedObject("StockWarning", "O que é estranho em um estoque que foi gravado.", {
  code: warningCode,
  message: textField(
    "O aviso em uma frase.",
    "A quantidade caiu tanto quanto está reservado; envie o estoque físico, sem descontar reservas.",
  ),
  orders: list(text(), {
    maxItems: 100,
    description: "Pedidos com reserva aberta, do mais novo ao mais antigo.",
    examples: [[EXAMPLE_IDS.order]],
  }),
});
const AcceptedStock = extendObject(
  "AcceptedStock",
  Stock,
  "Um estoque que acaba de ser registrado.",
  {
    status: textField("Sempre `Aceito`.", "Aceito"),
    warnings: optional(list(Warning, { description: "Só quando há; o estoque foi gravado assim mesmo." })),
  },
  { examples: [{ warnings: undefined }] },
);

const stock = { api: "v2", audience: "seller", permission: "products", tag: "Estoques", parameters: ofProduct } as const;
const write = {
  ...stock,
  priority: "offers",
  path: "/api/v2/products/{sku}/stocks",
  query: object({
    acknowledge: optional(list(lenientEnum(warningCode), { description: "Avisos já conhecidos, que a resposta não repete." })),
  }),
  headers: ifMatchHeader({
    "pt-BR": 'Grava somente se o estoque ainda está nesta versão: a ETag de GET, que é a `version` entre aspas (`"7"`); `*` = se já há um.',
    en: 'Writes only when the stock is still of this version: the ETag of GET, which is `version` in quotes (`"7"`); `*` = if there is one.',
  }),
  // A client may send the stock record as it was returned. Its fields other than `available` are ignored.
  body: namedObject("StockBody", "O estoque físico de um produto.", {
    ...StockBody.properties,
    ...ignoredMembers(AcceptedStock.properties, StockBody.properties),
  }),
  bodyExample: { available: 25 },
  replies: {
    202: {
      description: "O estoque registrado.",
      schema: AcceptedStock,
      headers: { Location: { description: "Endereço do estoque.", example: "/api/v2/products/TEN-BRISA-PRETO-39/stocks" } },
    },
  },
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
  description: "Traz a versão em `ETag`; com `If-None-Match`, 304 enquanto nada muda.",
  replies: {
    200: {
      description: "O estoque.",
      schema: Stock,
      headers: { ETag: { description: "A versão do estoque, para If-Match e If-None-Match.", example: '"7"' } },
    },
    304: { description: "O estoque não mudou desde o ETag de If-None-Match." },
  },
  refuses: [stockErrors.stock_product_unknown, stockErrors.stock_unknown],
});

/** An entry of a stock's ledger. */
export const StockLedgerEntry = namedObject("StockLedgerEntry", "Uma mudança de um estoque, com os saldos depois dela.", {
  version,
  date: dateTimeField("Quando."),
  cause: openEnum(LEDGER_CAUSES, { description: "Por que mudou; outros motivos podem surgir.", examples: ["order_reserved"] }),
  message: optional(textField("O motivo em uma frase.", "O pedido 217350000584167 reservou unidades.")),
  orderNumber: optional(textField("O pedido que mudou o estoque.", EXAMPLE_IDS.order)),
  physicalDelta: int32Field("Quanto mudou o estoque físico.", 0),
  reservedDelta: int32Field("Quanto mudou o reservado.", 1),
  ...quantities,
  by: textField("Quem mudou: `credential`, `operator`, `person`, `simulator` ou `timer`; nunca um nome.", "credential"),
  requestId: requestIdField("A chamada que mudou o estoque."),
  _links: optional(linksOf("StockLedgerEntryLinks", { order: "O pedido que mudou o estoque." })),
});
export const listStockLedger = operation({
  ...stock,
  id: "listStockLedger",
  method: "GET",
  priority: "lists",
  path: "/api/v2/products/{sku}/stocks/ledger",
  summary: "Explica o estoque de um sku: cada mudança com os saldos depois dela, da mais nova à mais antiga",
  description: "A soma de todas as mudanças é o estoque. Os links mantêm a versão: a página não muda enquanto se lê.",
  query: object({
    ...PAGE_QUERY,
    version: optional(integer({ minimum: 1, description: "O livro como era nesta versão do estoque; os links a trazem.", examples: [7] })),
  }),
  replies: {
    200: {
      description: "Uma página do livro.",
      schema: namedObject("StockLedgerPage", "Uma página do livro de um estoque.", {
        items: list(StockLedgerEntry, { description: "As mudanças, da mais nova à mais antiga." }),
        ...PAGE_COUNTS,
        _links: namedObject("StockLedgerPageLinks", "As páginas ao redor desta, e o estoque.", {
          ...UNCOUNTED_LINKS,
          last: PageLinks.properties.last,
          stock: describedAs(link, { description: "O estoque." }),
        }),
      }),
    },
    204: { description: "Nenhuma mudança na página." },
  },
  refuses: [stockErrors.stock_product_unknown],
});

export const checkStocks = operation({
  api: "operator",
  audience: "operator",
  permission: ["support"],
  tag: "Estoques",
  id: "checkStocks",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}/stocks/check",
  summary: "Confere se cada estoque de um lojista é a soma do seu livro",
  description: "Sem diferença, `unexplained` é vazio.",
  parameters: object({ sellerId }),
  replies: {
    200: {
      description: "Quantos estoques há, e os que o livro não explica.",
      schema: namedObject("StockCheck", "A conferência dos estoques de um lojista.", {
        stocks: int32Field("Quantos estoques o lojista tem.", 132),
        unexplained: list(
          namedObject("UnexplainedStock", "Um estoque que não é a soma do seu livro.", {
            sku: textField("Código do produto.", EXAMPLE_IDS.sku),
            stock: optional(
              namedObject("RecordedStock", "O que está registrado; ausente = não há estoque.", {
                version,
                physical: quantities.physical,
                reserved: quantities.reserved,
              }),
            ),
            ledger: namedObject("LedgerTotals", "O que o livro diz.", {
              entries: int32Field("Mudanças registradas; tantas quanto a versão.", 7),
              physical: int32Field("Soma das mudanças do físico.", 25),
              reserved: int32Field("Soma das mudanças do reservado.", 3),
              astray: int32Field("Mudanças cujo saldo não é a soma até elas.", 1),
            }),
          }),
          { maxItems: 100, description: "Os que o livro não explica, até 100." },
        ),
        links,
      }),
    },
  },
  refuses: [sellerErrors.seller_unknown],
});
