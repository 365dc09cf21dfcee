import {
  anything,
  booleanField,
  dateTime,
  describedAs,
  enumOf,
  EXAMPLE_IDS,
  ignoredMembers,
  int32Field,
  lenientEnum,
  link,
  linksOf,
  list,
  MAX_FILTER_VALUES,
  multiValueParameter,
  named,
  namedObject,
  object,
  operation,
  optional,
  PAGE_COUNTS,
  PAGE_QUERY,
  PageLinks,
  text,
  textField,
  UNCOUNTED_LINKS,
  UNCOUNTED_PAGE,
} from "../platform/contract/index.ts";
import { Prefer, PreferenceApplied } from "./changes/preference.ts";
import { CheckedImage, ReplacedProduct } from "./changes/shapes.ts";
import { productErrors } from "./errors.ts";
import { ProductBody } from "./product-schema.ts";
import { APPROVAL_WORDS, STATUS_CODES } from "./publication.ts";
import {
  AcceptedProduct,
  Critique,
  HistoryEntry,
  ListedCritique,
  PendingNote,
  Product,
  ProductStatus,
  publicationStatus,
  severity,
} from "./shapes.ts";

export * from "./affected-products/contract.ts";
export * from "./changes/contract.ts";
export * from "./desk/contract.ts";
export * from "./review/contract.ts";
export * from "./search/contract.ts";

const ofProduct = object({ sku: text({ maxLength: 300, description: "Código do produto do lojista.", examples: [EXAMPLE_IDS.sku] }) });
const { page, size } = PAGE_QUERY;
const expand = optional(
  list(text(), {
    description: "O que mostrar além do resumo: images, attributes, status. Outros nomes são ignorados.",
    examples: [["images", "status"]],
  }),
);
const expands = optional(list(text(), { description: "O mesmo que `expand`.", examples: [["images"]] }));

const products = { api: "v2", audience: "seller", permission: "products", tag: "Produtos" } as const;
const publication = { ...products, tag: "Status e críticas" } as const;
const { price_missing, stock_missing, ...others } = productErrors;
const submissionRefusals = [price_missing, stock_missing, others.color_or_flavor_missing];
const accepted = {
  202: {
    description: "O produto processado, com status.",
    schema: AcceptedProduct,
    headers: { Location: { description: "Endereço do produto.", example: "/api/v2/products/TEN-BRISA-PRETO-39" } },
  },
};
/** The complete body of a product, a shoe, for the OpenAPI documents and the contract test. */
export const PRODUCT_EXAMPLE = {
  sku: "TEN-BRISA-PRETO-39",
  productGroup: "TEN-BRISA",
  department: "Corrida",
  productType: "Tênis de Corrida",
  brand: "Altipasso",
  name: "Tênis de Corrida Altipasso Brisa Amortecido Unissex",
  description: "Tênis leve para treinos diários, com cabedal respirável e entressola macia.",
  color: "Preto",
  gender: "Unissex",
  size: "39",
  height: 12.5,
  width: 20,
  depth: 32,
  weight: 0.75,
  images: [{ url: "http://localhost:8080/images/shoe-black.jpg" }],
  attributes: [
    { name: "Indicado para", values: ["Corrida", "Caminhada"] },
    { name: "Material do cabedal", values: ["Malha respirável"] },
    { name: "Solado", values: ["Borracha"] },
    { name: "Peso do produto", values: ["310 g no tamanho 39"] },
  ],
  price: { listPrice: 299.9, salePrice: 249.9 },
  stock: { available: 10 },
};

const approval = lenientEnum(
  named(
    "ApprovalWord",
    enumOf(APPROVAL_WORDS, {
      description: "O que pede a aprovação.",
      meanings: Object.fromEntries(APPROVAL_WORDS.map((word) => [word, "Aprovado, pronto para a venda."])) as never,
    }),
  ),
);

export const postProduct = operation({
  ...products,
  id: "postProduct",
  method: "POST",
  path: "/api/v2/products",
  summary: "Publica um produto com preço e estoque",
  description:
    "Uma recusa traz todas as falhas de uma vez. Aceito, o produto passa pela validação automática; o que ela acha está em GET .../status, e chega como notificação.",
  body: ProductBody,
  bodyExample: PRODUCT_EXAMPLE,
  replies: accepted,
  refuses: [...submissionRefusals, productErrors.sku_registered, productErrors.family_full],
});
export const putProduct = operation({
  ...products,
  id: "putProduct",
  method: "PUT",
  path: "/api/v2/products/{sku}",
  summary: "Substitui um produto em Recebido ou Criticado",
  description:
    "O corpo é o produto inteiro; o sku dele é o do endereço. Preço e estoque são opcionais. Em Em catalogação e Aprovado o produto já não muda: o PUT é recusado e diz onde pedir uma mudança, ou a pede, com `Prefer: change-request` ou a opção da credencial.",
  parameters: ofProduct,
  headers: Prefer,
  body: ProductBody,
  bodyExample: PRODUCT_EXAMPLE,
  replies: {
    202: {
      description: "O produto processado, com status; ou o pedido de mudança.",
      schema: ReplacedProduct,
      headers: { ...accepted[202].headers, ...PreferenceApplied },
    },
  },
  refuses: [...submissionRefusals, productErrors.change_request_needed, productErrors.family_full, productErrors.product_unknown],
});
export const getProduct = operation({
  ...products,
  id: "getProduct",
  method: "GET",
  path: "/api/v2/products/{sku}",
  summary: "Consulta um produto",
  description: "Sem `expand`, imagens, atributos e status ficam de fora e são nomeados em `expands`.",
  parameters: ofProduct,
  query: object({ expand, expands }),
  replies: { 200: { description: "O produto.", schema: Product } },
  refuses: [productErrors.product_unknown],
});
export const listProducts = operation({
  ...products,
  id: "listProducts",
  method: "GET",
  path: "/api/v2/products",
  summary: "Lista os produtos do lojista, com total exato",
  description: "Na ordem em que foram criados. Páginas com muitos atributos podem ser recusadas; peça menos itens.",
  query: object({
    page,
    size,
    status: multiValueParameter(lenientEnum(publicationStatus, { aliases: STATUS_CODES }), { description: "Só os neste status." }),
    expand,
    expands,
  }),
  replies: {
    200: {
      description: "Uma página de produtos.",
      schema: namedObject("ProductPage", "Uma página de produtos.", {
        items: list(Product, { description: "Os produtos." }),
        ...PAGE_COUNTS,
        _links: PageLinks,
      }),
    },
    204: { description: "Nenhum produto na página." },
  },
  refuses: [productErrors.page_too_heavy],
});
export const getStatus = operation({
  ...publication,
  id: "getProductStatus",
  method: "GET",
  path: "/api/v2/products/{sku}/status",
  summary: "Consulta o status de publicação e todas as críticas",
  description: "Todas as críticas de uma vez, nunca em ondas. Antes de consultar muitas vezes, veja as notificações.",
  parameters: ofProduct,
  replies: { 200: { description: "O status.", schema: ProductStatus } },
  refuses: [productErrors.product_unknown],
});
/** The schema makes `status` optional so that the operation can refuse a missing status and name the accepted words. */
const statusFields = { status: optional(anything({ shown: "scalars", shownAs: approval })) };
export const putStatus = operation({
  ...publication,
  id: "putProductStatus",
  method: "PUT",
  path: "/api/v2/products/{sku}/status",
  environments: ["sandbox"],
  elsewhere: productErrors.failure("sandbox_only"),
  summary: "Aprova um produto em catalogação (somente no sandbox)",
  description: "Um produto já aprovado responde 200 com o status como está; nada muda.",
  parameters: ofProduct,
  // A client may send the status record as it was returned. Fields other than `status` are ignored.
  body: namedObject("ProductStatusBody", "O status que se pede.", {
    ...statusFields,
    ...ignoredMembers(ProductStatus.properties, statusFields),
  }),
  bodyExample: { status: "APPROVED" },
  replies: { 200: { description: "O status.", schema: ProductStatus } },
  refuses: [productErrors.product_unknown, productErrors.move_refused, productErrors.status_unknown],
});

export const getHistory = operation({
  ...publication,
  id: "getProductHistory",
  method: "GET",
  path: "/api/v2/products/{sku}/history",
  summary: "Consulta o que aconteceu com um produto, do mais antigo ao mais novo",
  description: "Cada movimento, com quem o fez e por quê.",
  parameters: ofProduct,
  query: object({ page, size }),
  replies: {
    200: {
      description: "O histórico.",
      schema: namedObject("ProductHistoryPage", "Uma página do histórico de um produto.", {
        items: list(HistoryEntry, { description: "Do mais antigo ao mais novo." }),
        ...UNCOUNTED_PAGE,
        _links: namedObject("ProductHistoryPageLinks", "As páginas ao redor desta, e o produto.", {
          ...UNCOUNTED_LINKS,
          product: describedAs(link, { description: "O produto." }),
        }),
      }),
    },
    204: { description: "Nenhum registro na página." },
  },
  refuses: [productErrors.product_unknown],
});

export const validateProduct = operation({
  ...products,
  id: "validateProduct",
  method: "POST",
  path: "/api/v2/products/validate",
  summary: "Ensaio: verificações síncronas e automáticas, sem gravar nada",
  description: "Diz o que o envio e a validação diriam deste corpo agora, na família como está.",
  body: ProductBody,
  bodyExample: PRODUCT_EXAMPLE,
  replies: {
    200: {
      description: "Tudo o que seria criticado agora.",
      schema: namedObject("ProductRehearsal", "O que a publicação diria de um produto.", {
        valid: booleanField("Se nada impediria a publicação."),
        reviews: list(Critique, { description: "O que seria criticado, avisos também.", examples: [[]] }),
        pending: list(PendingNote, { description: "O que o produto esperaria.", examples: [[]] }),
        images: optional(
          list(CheckedImage, { description: "As imagens como foram medidas agora; ausente quando nenhuma pôde ser lida do corpo." }),
        ),
      }),
    },
  },
});

const critiqueFilters = {
  code: multiValueParameter(text({ maxLength: 100, examples: ["color_unknown"] }), {
    description: "Só as deste código.",
    maxItems: MAX_FILTER_VALUES,
  }),
  severity: multiValueParameter(lenientEnum(severity), { description: "Só as desta severidade." }),
  since: optional(dateTime({ epoch: true, description: "Só as achadas desde então.", examples: ["2026-11-20"] })),
};
export const listCritiques = operation({
  ...publication,
  id: "listCritiques",
  method: "GET",
  path: "/api/v2/products/critiques",
  summary: "Lista todas as críticas do lojista, das mais novas às mais antigas",
  description: "Filtre por código, severidade e data.",
  query: object({ page, size, ...critiqueFilters }),
  replies: {
    200: {
      description: "Uma página de críticas.",
      schema: namedObject("CritiquePage", "Uma página de críticas.", {
        items: list(ListedCritique, { description: "As críticas." }),
        ...PAGE_COUNTS,
        _links: PageLinks,
      }),
    },
    204: { description: "Nenhuma crítica na página." },
  },
});
export const summarizeCritiques = operation({
  ...publication,
  id: "summarizeCritiques",
  method: "GET",
  path: "/api/v2/products/critiques/summary",
  summary: "Conta as críticas do lojista por código",
  description: "Por onde começar: as críticas que mais se repetem.",
  replies: {
    200: {
      description: "Contagem por código, da maior para a menor.",
      schema: namedObject("CritiqueSummary", "As críticas do lojista, contadas.", {
        items: list(
          namedObject("CritiqueCount", "As críticas de um código.", {
            code: textField("Código da crítica.", "color_unknown"),
            severity,
            count: int32Field("Quantas críticas.", 12),
            products: int32Field("Em quantos produtos.", 9),
            rule: textField("A regra, em uma frase.", "A cor é uma das registradas."),
            docs: textField("Onde a crítica é explicada, com exemplos.", "/docs/critiques.md#color_unknown"),
            _links: linksOf("CritiqueCountLinks", { critiques: "As críticas deste código." }),
          }),
          { description: "Por código, da maior contagem para a menor." },
        ),
        total: int32Field("Quantas críticas ao todo.", 31),
        _links: linksOf("CritiqueSummaryLinks", { self: "Esta contagem." }),
      }),
    },
  },
});
