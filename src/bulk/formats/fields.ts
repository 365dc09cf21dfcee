import { OPS_OF_KIND, type RowOpName } from "../row-ops.ts";

/** How a cell becomes the value of a field. */
export type FieldType = "text" | "decimal" | "integer" | "boolean" | "date";

/** A field that a column can fill. */
export interface Field {
  /** The JSON Pointer that stands for the field in headers and mappings. */
  readonly pointer: string;
  /** Where the field is in the body of each operation that has it. Fields of the row itself (`/op`, `/ref`) have none. */
  readonly at: Readonly<Partial<Record<RowOpName, string>>>;
  readonly type: FieldType;
  /** The name of its column in templates. */
  readonly name: string;
  /** Other names that people give such a column. Case, accents and punctuation do not matter. */
  readonly also: readonly string[];
  /** The operations whose rows all need it. */
  readonly required: readonly RowOpName[];
}

/** The address of a row: what identifies its product or shipping. */
export const KEY_POINTERS = { sku: "/sku", orderNumber: "/orderNumber", shippingCode: "/shippingCode" } as const;
/** Fields of the row itself, which no body has. */
export const ROW_POINTERS = { op: "/op", ref: "/ref", ifMatch: "/ifMatch" } as const;

const OFFERS = OPS_OF_KIND.catalog;
const ORDERS = OPS_OF_KIND.orders;
/** The number of images that a product can have, one column each. */
const IMAGES = 6;

const everywhere = (ops: readonly RowOpName[], pointer: string) => Object.fromEntries(ops.map((op) => [op, pointer]));

type Row = readonly [pointer: string, type: FieldType, name: string, also: string, required?: "required"];

/** The columns of products: template names first, then what people write. */
const PRODUCT_ROWS: readonly Row[] = [
  [
    "/productGroup",
    "text",
    "Grupo do produto",
    "grupo | agrupador | código do grupo | produto pai | sku pai | código pai | product group",
    "required",
  ],
  ["/department", "text", "Departamento", "department | seção | setor", "required"],
  ["/productType", "text", "Tipo de produto", "tipo | tipo do produto | categoria | product type", "required"],
  ["/brand", "text", "Marca", "brand | fabricante", "required"],
  ["/name", "text", "Nome", "nome do produto | título | título do anúncio | produto | name", "required"],
  ["/description", "text", "Descrição", "descrição do produto | descrição completa | description | texto", "required"],
  ["/color", "text", "Cor", "cores | color | colour"],
  ["/flavor", "text", "Sabor", "sabores | flavor | flavour"],
  ["/gender", "text", "Gênero", "sexo | gender", "required"],
  ["/size", "text", "Tamanho", "tam | numeração | size", "required"],
  [
    "/manufacturerCode",
    "text",
    "Código do fabricante",
    "referência | ref fabricante | código fabricante | part number | manufacturer code",
  ],
  ["/eanIsbn", "text", "Código de barras", "ean | gtin | ean13 | isbn | ean isbn | cod barras | barcode"],
  ["/height", "decimal", "Altura (cm)", "altura da embalagem | height", "required"],
  ["/width", "decimal", "Largura (cm)", "largura da embalagem | width", "required"],
  ["/depth", "decimal", "Profundidade (cm)", "comprimento | comprimento da embalagem | depth | length", "required"],
  ["/weight", "decimal", "Peso (kg)", "peso bruto | peso da embalagem | weight", "required"],
  ["/video", "text", "Vídeo", "url do vídeo | link do vídeo | video url"],
  ["/fulfillment/candidate", "boolean", "Candidato a fulfillment", "fulfillment | full"],
];

const productField = ([pointer, type, name, also, required]: Row): Field => ({
  pointer,
  at: { product: pointer },
  type,
  name,
  also: also.split(" | "),
  required: required ? ["product"] : [],
});

const image = (nth: number): Field => ({
  pointer: `/images/${nth - 1}/url`,
  at: { product: `/images/${nth - 1}/url` },
  type: "text",
  name: `image${nth}`,
  also: [
    `imagem ${nth}`,
    `foto ${nth}`,
    `url imagem ${nth}`,
    `url da imagem ${nth}`,
    `link da imagem ${nth}`,
    ...(nth === 1 ? FIRST_IMAGE : []),
  ],
  required: nth === 1 ? ["product"] : [],
});
const FIRST_IMAGE = ["imagem", "foto", "imagem principal", "foto principal", "url da imagem"];

const OFFER_FIELDS: readonly Field[] = [
  {
    pointer: "/price/listPrice",
    at: { product: "/price/listPrice", price: "/listPrice" },
    type: "decimal",
    name: "Preço de",
    also: ["preço cheio", "preço original", "preço de lista", "preço de tabela", "preço normal", "list price"],
    required: ["price"],
  },
  {
    pointer: "/price/salePrice",
    at: { product: "/price/salePrice", price: "/salePrice" },
    type: "decimal",
    name: "Preço por",
    also: ["preço de venda", "preço promocional", "preço final", "preço com desconto", "sale price"],
    required: ["price"],
  },
  {
    pointer: "/stock/available",
    at: { product: "/stock/available", stock: "/available" },
    type: "integer",
    name: "Estoque",
    also: ["estoque físico", "quantidade", "qtd", "qtde", "quantidade em estoque", "saldo", "disponível", "stock", "quantity"],
    required: ["stock"],
  },
];

const move = (op: RowOpName, pointer: string, type: FieldType, name: string, also: string, required = false): Field => ({
  pointer,
  at: { [op]: pointer },
  type,
  name,
  also: also.split(" | "),
  required: required ? [op] : [],
});

const ORDER_FIELDS: readonly Field[] = [
  move("order.invoiced", "/issueDate", "date", "Data de emissão", "emissão | data da nota | data da nf | issue date", true),
  move("order.invoiced", "/key", "text", "Chave da nota", "chave | chave de acesso | chave nfe | chave da nf e | access key"),
  move("order.invoiced", "/line", "text", "Série da nota", "série | line"),
  move("order.invoiced", "/number", "text", "Número da nota", "nota fiscal | número nf | nfe | number"),
  move("order.invoiced", "/volume", "integer", "Volumes", "volume | quantidade de volumes"),
  move("order.invoiced", "/danfeXml", "text", "XML da nota", "xml | danfe xml"),
  move("order.shipped", "/carrier", "text", "Transportadora", "carrier | transporte", true),
  move(
    "order.shipped",
    "/trackingNumber",
    "text",
    "Código de rastreio",
    "rastreio | código de rastreamento | rastreamento | tracking number",
    true,
  ),
  move("order.shipped", "/trackingLink", "text", "Link de rastreio", "url de rastreio | link de rastreamento | tracking link"),
  move("order.shipped", "/deliveredCarrierDate", "date", "Data de envio", "data de postagem | postado em | data de coleta"),
  move("order.shipped", "/estimatedDelivery", "date", "Previsão de entrega", "previsão | prazo de entrega | entrega prevista"),
  move("order.delivered", "/deliveryDate", "date", "Data de entrega", "entregue em | data da entrega | delivery date"),
  move("order.canceled", "/reasonCancellationCode", "text", "Código do motivo", "código do cancelamento | motivo código"),
  move("order.canceled", "/cancellationReason", "text", "Motivo do cancelamento", "motivo | cancellation reason"),
  move("order.canceled", "/canceledBy", "text", "Cancelado por", "canceled by"),
];

const ROW_FIELDS: readonly Field[] = [
  {
    pointer: KEY_POINTERS.sku,
    at: everywhere(OFFERS, KEY_POINTERS.sku),
    type: "text",
    name: "SKU",
    also: ["código do produto", "código sku", "cod produto", "código interno", "id do produto", "seller sku"],
    required: OFFERS,
  },
  {
    pointer: KEY_POINTERS.orderNumber,
    at: everywhere(ORDERS, KEY_POINTERS.orderNumber),
    type: "text",
    name: "Pedido",
    also: ["número do pedido", "nº do pedido", "código do pedido", "order number"],
    required: ORDERS,
  },
  {
    pointer: KEY_POINTERS.shippingCode,
    at: everywhere(ORDERS, KEY_POINTERS.shippingCode),
    type: "text",
    name: "Entrega",
    also: ["código da entrega", "número da entrega", "shipping code"],
    required: ORDERS,
  },
  { pointer: ROW_POINTERS.op, at: {}, type: "text", name: "Operação", also: ["op", "operation"], required: [] },
  { pointer: ROW_POINTERS.ref, at: {}, type: "text", name: "Referência da linha", also: ["ref", "id da linha"], required: [] },
  { pointer: ROW_POINTERS.ifMatch, at: {}, type: "text", name: "Versão", also: ["if match", "ifmatch", "version"], required: [] },
];

/** Every field that a column can fill, in the order in which templates show them. Attributes are named by the templates of product types. */
export const FIELDS: readonly Field[] = [
  ...ROW_FIELDS,
  ...PRODUCT_ROWS.map(productField),
  ...OFFER_FIELDS,
  ...Array.from({ length: IMAGES }, (_, index) => image(index + 1)),
  ...ORDER_FIELDS,
];

/** The pointer of an attribute's column, by the name of the attribute. */
export const ATTRIBUTE_POINTER = "/attributes/";
