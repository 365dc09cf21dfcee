import {
  anyField,
  booleanField,
  dateTimeField,
  describedAs,
  enumOf,
  EXAMPLE_IDS,
  extendObject,
  int32Field,
  linksOf,
  list,
  named,
  namedObject,
  openEnum,
  optional,
  text,
  textField,
} from "../platform/contract/index.ts";
import { PriceBody } from "../pricing/index.ts";
import { StockBody } from "../stock/index.ts";
import { causeMeanings, CHANGE_CAUSES, STATUS_CAUSES } from "./causes.ts";
import { PENDING_REASONS } from "./pending-reasons.ts";
import { ProductBody } from "./product-schema.ts";
import { STATES } from "./publication.ts";
import { SEVERITIES } from "./product.ts";

// The wire shapes of products, their status and their critiques (seed 2.1 to 2.3, decisions 3).

/** The seed's word for a product's status. */
export const publicationStatus = named(
  "PublicationStatus",
  enumOf(
    STATES.map((state) => state.status),
    {
      description: "Onde o produto está na publicação.",
      meanings: Object.fromEntries(STATES.map((state) => [state.status, state.meaning])) as never,
      examples: ["Em catalogação"],
    },
  ),
);
const status = publicationStatus;
const code = named(
  "PublicationCode",
  enumOf(
    STATES.map((state) => state.code),
    {
      description: "O mesmo status, como constante.",
      meanings: Object.fromEntries(STATES.map((state) => [state.code, `${state.status}.`])) as never,
      examples: ["CATALOGING"],
    },
  ),
);
const { price: _price, stock: _stock, images, attributes, ...coreFields } = ProductBody.properties;
const sku = textField("Código do produto.", EXAMPLE_IDS.sku);
const NO_FLAVOR = { flavor: undefined };

/** A product as it is returned. */
export const Product = namedObject(
  "Product",
  "Um produto, sem preço e estoque, que têm endereços próprios.",
  {
    ...coreFields,
    images: optional(images),
    attributes: optional(attributes),
    status: optional(status),
    code: optional(code),
    expands: list(text(), { description: "O que ficou de fora e se pede com `expand`.", examples: [[]] }),
    _links: linksOf("ProductLinks", { self: "O produto.", price: "O preço.", stock: "O estoque.", status: "O status e as críticas." }),
  },
  { examples: [NO_FLAVOR] },
);
/** A product in the answer to its submission. */
export const AcceptedProduct = extendObject(
  "AcceptedProduct",
  Product,
  "O produto como foi aceito.",
  {
    price: optional(namedObject("ProductPrice", "Os preços, se foram enviados.", PriceBody.properties)),
    stock: optional(namedObject("ProductStock", "O estoque, se foi enviado.", StockBody.properties)),
    status,
    code,
  },
  { examples: [{ status: "Recebido", code: "RECEIVED" }] },
);

/** The severity of a critique. */
export const severity = named(
  "CritiqueSeverity",
  enumOf(SEVERITIES, {
    description: "Se a crítica impede a publicação.",
    meanings: { error: "Impede: corrija e envie de novo com PUT.", warning: "Só avisa." },
  }),
);
const stage = named(
  "CritiqueStage",
  enumOf(["automatic", "review"], {
    description: "De onde a crítica vem.",
    meanings: { automatic: "Da validação automática.", review: "Da revisão da equipe de catálogo." },
  }),
);
/** A critique, the same in every operation (decisions 3). */
export const Critique = namedObject(
  "Critique",
  "Algo a corrigir em um produto, ou um aviso.",
  {
    message: textField("A crítica em uma frase: o que veio e o que enviar.", 'A cor "Pretoo" não está registrada; use "Preto".'),
    date: dateTimeField("Quando foi achada."),
    code: textField("Código da crítica, estável; veja docs/critiques.md.", "color_unknown"),
    stage,
    severity,
    pointer: textField("Onde: JSON Pointer no corpo do produto; vazio = o produto inteiro.", "/color"),
    received: optional(anyField("O que veio; `null` quando algo falta.", "Pretoo")),
    allowed: optional(anyField("O que se aceita, quando são poucos valores ou um limite.", ["Preto", "Prata"])),
    attribute: optional(textField("O atributo que falta; ausente quando o ponteiro já diz onde.", "Material do cabedal")),
    suggestions: list(text(), { maxItems: 3, description: "Os valores registrados mais próximos, até 3.", examples: [["Preto"]] }),
    docs: textField("Onde a crítica é explicada, com exemplos.", "/docs/critiques.md#color_unknown"),
  },
  { examples: [{ attribute: undefined }] },
);
/** A reason why a product waits. */
export const PendingNote = namedObject(
  "PendingNote",
  "Por que um produto espera, sem que haja algo a corrigir.",
  {
    code: openEnum(PENDING_REASONS, { description: "O que o produto espera; outros motivos podem surgir." }),
    message: textField("O mesmo em uma frase.", "As imagens estão sendo conferidas (1 de 3); não é preciso fazer nada."),
    checked: optional(int32Field("Imagens já conferidas.", 1)),
    total: optional(int32Field("Imagens do produto.", 3)),
    sequential: optional(int32Field("Variações da família em sequência.", 2)),
    minimum: optional(int32Field("Variações em sequência que o tipo pede.", 4)),
    stock: optional(int32Field("Unidades da família em estoque.", 0)),
    minimumStock: optional(int32Field("Unidades em estoque que o tipo pede.", 1)),
    settlesAt: optional(dateTimeField("Até quando a família pode ser completada sem crítica.")),
    sku: optional(textField("O produto que espera preço ou estoque.", EXAMPLE_IDS.sku)),
    changeId: optional(int32Field("A mudança dos dados de referência que atinge o produto à venda.", 31)),
    pointer: optional(textField("O que a mudança atinge: JSON Pointer no corpo do produto.", "/brand")),
    received: optional(anyField("O valor que deixou de valer.", "Altipasso")),
    effectiveAt: optional(dateTimeField("Desde quando a mudança vale.")),
  },
  {
    examples: [
      {
        sequential: undefined,
        minimum: undefined,
        stock: undefined,
        minimumStock: undefined,
        settlesAt: undefined,
        sku: undefined,
        changeId: undefined,
        pointer: undefined,
        received: undefined,
        effectiveAt: undefined,
      },
    ],
  },
);
/** The status record of a product, with every critique. */
export const ProductStatus = namedObject("ProductStatus", "O status de um produto na publicação, com todas as críticas.", {
  sku,
  status,
  code,
  date: dateTimeField("Desde quando está neste status."),
  editable: booleanField("Se o produto pode ser alterado com PUT; preço e estoque sempre podem.", false),
  reviews: list(Critique, { description: "Todas as críticas, de uma vez.", examples: [[]] }),
  pending: list(PendingNote, { description: "O que o produto espera.", examples: [[]] }),
  _links: linksOf("ProductStatusLinks", { self: "O status.", product: "O produto." }),
});

/** An event of a product. */
export const HistoryEntry = namedObject(
  "ProductHistoryEntry",
  "Algo que aconteceu com um produto.",
  {
    date: dateTimeField("Quando."),
    event: textField("O nome do evento.", "product.status"),
    from: optional(describedAs(status, { description: "O status de antes.", examples: ["Recebido"] })),
    via: optional(describedAs(status, { description: "O status no meio, quando os dois movimentos foram feitos de uma vez." })),
    to: optional(describedAs(status, { description: "O status de depois." })),
    changeRequestId: optional(textField("O pedido de mudança, quando é de um.", EXAMPLE_IDS.change)),
    fields: optional(
      list(
        namedObject("HistoryField", "Um campo de um pedido de mudança.", {
          pointer: textField("O campo.", "/description"),
          state: textField("O estado dele depois disto.", "auto_approved"),
          decidedBy: optional(
            textField("Quem o decidiu: `operator`, `rule`, `credential` ou `automatic validation`; nunca um nome.", "rule"),
          ),
          rule: optional(textField("A regra que o decidiu.", "small-edit")),
        }),
        { description: "Os campos do pedido que andaram." },
      ),
    ),
    version: int32Field("A versão do produto; de um pedido de mudança, a do pedido.", 2),
    by: textField(
      "Quem: `credential`, `operator`, `person`, `rule`, `simulator` ou `automatic validation`; nunca um nome.",
      "automatic validation",
    ),
    cause: openEnum(causeMeanings(STATUS_CAUSES, CHANGE_CAUSES), {
      description: "O movimento; outros podem surgir.",
      examples: ["validation"],
    }),
  },
  { examples: [{ via: undefined, changeRequestId: undefined, fields: undefined }] },
);
/** A critique in the list over all products. */
export const ListedCritique = extendObject(
  "ListedCritique",
  Critique,
  "Uma crítica, com o seu produto.",
  { sku, status, _links: linksOf("ListedCritiqueLinks", { product: "O produto.", status: "O status do produto." }) },
  { examples: [{ status: "Criticado", attribute: undefined }] },
);
