import {
  anyField,
  booleanField,
  dateTimeField,
  describedAs,
  EXAMPLE_IDS,
  extendObject,
  int32Field,
  integer,
  links,
  list,
  moneyField,
  namedObject,
  object,
  operation,
  optional,
  PAGE_COUNTS,
  PAGE_QUERY,
  requestIdField,
  text,
  textField,
  UNCOUNTED_PAGE,
} from "../../platform/contract/index.ts";
import { sellerId } from "../../sellers/index.ts";
import { stockContract } from "../../stock/index.ts";
import { productErrors } from "../errors.ts";
import { HistoryEntry, Product, ProductStatus } from "../shapes.ts";

/** The roles that look at products. */
const READERS = ["catalog", "support", "orders", "risk", "fulfillment"] as const;
const desk = { api: "operator", audience: "operator", permission: READERS, tag: "Produtos", method: "GET", confidential: true } as const;
const sku = text({ maxLength: 300, description: "Código do produto do lojista.", examples: [EXAMPLE_IDS.sku] });
const ofProduct = { parameters: object({ sellerId, sku }), refuses: [productErrors.product_unknown] } as const;
const at = <const Word extends string>(word: Word) => `/operator/v1/sellers/{sellerId}/products/{sku}${word}` as const;

const by = {
  actor: textField("Quem.", "person:prs_2Hd7RmX4kWc9LvT1qYzN"),
  actorName: optional(textField("O nome, quando foi uma pessoa.", "Ana Prado")),
  requestId: optional(requestIdField("A chamada que o causou.")),
};
const version = int32Field("A última versão do produto com este conteúdo.", 3);

export const getAnyProduct = operation({
  ...desk,
  ...ofProduct,
  id: "getAnyProduct",
  path: at(""),
  summary: "Consulta um produto de qualquer lojista, com status, preço, estoque e família",
  description: "Traz as críticas e o que o produto espera.",
  replies: {
    200: {
      description: "O produto.",
      schema: namedObject("DeskProduct", "Um produto como o marketplace o vê.", {
        sellerId,
        sellerName: textField("O nome do lojista.", "Loja Aurora"),
        product: describedAs(Product, { description: "O produto, inteiro." }),
        status: describedAs(ProductStatus, { description: "O status, com as críticas." }),
        version: int32Field("A versão do produto: cresce com cada movimento.", 3),
        price: optional(
          namedObject("DeskPrice", "O preço de agora.", {
            listPrice: moneyField("Preço 'de', em reais.", 299.9),
            salePrice: moneyField("Preço 'por', em reais.", 249.9),
            version: int32Field("Quantas vezes mudou.", 3),
          }),
        ),
        stock: optional(
          namedObject("DeskStock", "O estoque de agora.", {
            physical: int32Field("Unidades físicas.", 25),
            reserved: int32Field("Unidades reservadas por pedidos ainda não faturados.", 2),
            availableForSale: int32Field("Unidades à venda.", 23),
            version: int32Field("Quantas vezes mudou.", 7),
          }),
        ),
        family: list(
          namedObject("FamilyMember", "Um produto da família.", {
            sku: textField("Código do produto.", EXAMPLE_IDS.sku),
            size: textField("Tamanho.", "39"),
            variation: textField("Cor ou sabor.", "Preto"),
            status: describedAs(ProductStatus.properties.status, { description: "O status dele." }),
          }),
          { description: "A família, este produto também, na ordem em que foram criados; até 200." },
        ),
        links,
      }),
    },
  },
});
const Event = extendObject("DeskProductEvent", HistoryEntry, "Algo que aconteceu com um produto, e quem o fez.", by);
export const listAnyHistory = operation({
  ...desk,
  ...ofProduct,
  id: "listAnyProductHistory",
  path: at("/history"),
  summary: "Conta o que aconteceu com um produto, do mais novo ao mais antigo, e quem o fez",
  description: "Também o que aconteceu com os seus pedidos de mudança.",
  query: object(PAGE_QUERY),
  replies: {
    200: {
      description: "O histórico.",
      schema: namedObject("DeskProductHistory", "Uma página do que aconteceu com um produto.", {
        items: list(Event, { description: "Do mais novo ao mais antigo." }),
        ...UNCOUNTED_PAGE,
        links,
      }),
    },
    204: { description: "Nenhum registro na página." },
  },
});
export const listVersions = operation({
  ...desk,
  ...ofProduct,
  id: "listProductVersions",
  path: at("/versions"),
  summary: "Lista as versões do conteúdo de um produto, da mais nova à mais antiga",
  description: "Guardam-se todas: o que havia antes de cada edição. Até 100.",
  replies: {
    200: {
      description: "As versões.",
      schema: namedObject("ProductVersionList", "As versões do conteúdo de um produto.", {
        items: list(
          namedObject("ProductVersion", "Um conteúdo que o produto teve.", {
            version,
            date: dateTimeField("Desde quando."),
            until: optional(dateTimeField("Até quando; ausente na de agora.")),
            current: booleanField("Se é a de agora."),
            cause: textField("O movimento que o trouxe.", "edit"),
            ...by,
          }),
          { description: "Da mais nova à mais antiga." },
        ),
        links,
      }),
    },
  },
});
const chosen = (description: string, example: number) => optional(integer({ minimum: 1, description, examples: [example] }));
export const compareVersions = operation({
  ...desk,
  ...ofProduct,
  id: "compareProductVersions",
  path: at("/versions/compare"),
  summary: "Mostra em que duas versões de um produto diferem, campo a campo",
  description: "Qualquer versão com qualquer outra; iguais dão uma lista vazia. De um número sem edição vale o conteúdo que havia nele.",
  query: object({
    from: chosen("A versão de antes; sem ela, a anterior à outra.", 2),
    to: chosen("A versão de depois; sem ela, a de agora.", 3),
  }),
  replies: {
    200: {
      description: "As diferenças.",
      schema: namedObject("ProductComparison", "Em que duas versões diferem.", {
        from: version,
        to: version,
        fields: list(
          namedObject("DifferentField", "Um campo que difere.", {
            pointer: textField("Onde no produto: JSON Pointer; um atributo vai pelo nome.", "/description"),
            field: textField("O campo.", "description"),
            was: anyField("O valor de antes; `null` = não havia.", "Tênis leve."),
            wanted: anyField("O valor de depois; `null` = já não há.", "Tênis leve para treinos."),
          }),
          { description: "Campo a campo.", examples: [[]] },
        ),
        links,
      }),
    },
  },
  refuses: [productErrors.product_unknown, productErrors.product_version_unknown],
});

export const listAnyStockLedger = operation({
  ...desk,
  ...ofProduct,
  id: "listAnyStockLedger",
  path: at("/stocks/ledger"),
  summary: "Explica o estoque de um produto de qualquer lojista: cada mudança com os saldos depois dela, e quem a fez",
  description: "Da mais nova à mais antiga.",
  query: object(PAGE_QUERY),
  replies: {
    200: {
      description: "Uma página do livro.",
      schema: namedObject("DeskStockLedger", "Uma página do livro de um estoque.", {
        items: list(
          extendObject("DeskStockLedgerEntry", stockContract.StockLedgerEntry, "Uma mudança de um estoque, e quem a fez.", {
            actor: by.actor,
            actorName: by.actorName,
          }),
          { description: "Da mais nova à mais antiga." },
        ),
        ...PAGE_COUNTS,
        links,
      }),
    },
    204: { description: "Nenhuma mudança na página." },
  },
});
export const listAnyPriceHistory = operation({
  ...desk,
  ...ofProduct,
  id: "listAnyPriceHistory",
  path: at("/prices/history"),
  summary: "Lista os preços que um produto de qualquer lojista teve, e quem os mudou",
  description: "Do mais novo ao mais antigo.",
  query: object(PAGE_QUERY),
  replies: {
    200: {
      description: "Uma página dos preços.",
      schema: namedObject("DeskPriceHistory", "Uma página dos preços de um produto.", {
        items: list(
          namedObject("DeskPriceChange", "Um preço que o produto teve.", {
            version: int32Field("Quantas vezes o preço tinha mudado.", 3),
            date: dateTimeField("Desde quando."),
            listPrice: moneyField("Preço 'de', em reais.", 299.9),
            salePrice: moneyField("Preço 'por', em reais.", 249.9),
            actor: by.actor,
            actorName: by.actorName,
          }),
          { description: "Do mais novo ao mais antigo." },
        ),
        ...UNCOUNTED_PAGE,
        links,
      }),
    },
    204: { description: "Nenhum preço na página." },
  },
});
