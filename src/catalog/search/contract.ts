import {
  describedAs,
  EXAMPLE_IDS,
  int32Field,
  lenientEnum,
  link,
  list,
  moneyField,
  multiValueParameter,
  named,
  namedObject,
  enumOf,
  object,
  operation,
  optional,
  PAGE_QUERY,
  text,
} from "../../platform/contract/index.ts";
import { productErrors } from "../errors.ts";
import { STATUS_CODES } from "../publication.ts";
import { AcceptedProduct, Critique, PendingNote, Product, publicationStatus } from "../shapes.ts";

/** The orders of found products. */
const ORDERS = { newest: "Os criados por último primeiro.", family: "Por família, em ordem alfabética." };
const sku = text({ maxLength: 300, description: "Código do produto do lojista.", examples: [EXAMPLE_IDS.sku] });
const filter = (maxLength: number, description: string, example: string) =>
  optional(text({ minLength: 1, maxLength, description, examples: [example] }));

const { productGroup, department, productType, brand, name, color, flavor, size, eanIsbn } = Product.properties;
const { status, code } = AcceptedProduct.properties;

const FoundOffer = {
  price: optional(
    namedObject("FoundPrice", "O preço; ausente enquanto nenhum foi enviado.", {
      listPrice: moneyField("Preço 'de', em reais.", 299.9),
      salePrice: moneyField("Preço 'por', em reais.", 249.9),
      version: int32Field("Quantas vezes o preço mudou.", 3),
    }),
  ),
  stock: optional(
    namedObject("FoundStock", "O estoque; ausente enquanto nenhum foi enviado.", {
      physical: int32Field("Unidades físicas.", 25),
      reserved: int32Field("Unidades reservadas por pedidos ainda não faturados.", 2),
      availableForSale: int32Field("Unidades à venda: physical - reserved.", 23),
      version: int32Field("Quantas vezes o estoque mudou; entre aspas, é sua ETag.", 7),
    }),
  ),
};

const FoundProduct = namedObject(
  "FoundProduct",
  "Um produto em uma lista, com o que se quer ver dele de uma vez.",
  {
    sku,
    productGroup,
    department,
    productType,
    brand,
    name,
    color,
    flavor,
    size,
    eanIsbn,
    status,
    code,
    date: describedAs(Critique.properties.date, { description: "Desde quando está neste status." }),
    version: int32Field("A versão do produto; cresce a cada mudança.", 2),
    pictures: int32Field("Quantas imagens tem.", 3),
    familyMembers: int32Field("Quantos produtos tem a família.", 12),
    errors: int32Field("Críticas que impedem a publicação.", 1),
    warnings: int32Field("Críticas que só avisam.", 0),
    critique: optional(describedAs(Critique, { description: "A primeira crítica, as que impedem antes; ausente = nenhuma." })),
    pending: optional(describedAs(PendingNote, { description: "O primeiro motivo por que espera; ausente = nenhum." })),
    ...FoundOffer,
    _links: Product.properties._links,
  },
  { examples: [{ flavor: undefined, pending: undefined }] },
);

export const searchProducts = operation({
  api: "v1",
  audience: "seller",
  permission: "products",
  tag: "Produtos",
  id: "searchProducts",
  method: "GET",
  priority: "lists",
  path: "/api/v1/catalog",
  summary: "Procura nos produtos do lojista, com preço, estoque e a primeira crítica de cada um",
  description:
    "Cada resposta procura em até 5.000 produtos: com filtros pode trazer menos do que `size`, ou nada. Enquanto houver `next`, há mais onde procurar.",
  query: object({
    text: filter(120, "Parte do nome, do sku, da família ou do EAN; acentos e maiúsculas não contam.", "brisa"),
    status: multiValueParameter(lenientEnum(publicationStatus, { aliases: STATUS_CODES }), { description: "Só nestes status." }),
    brand: filter(120, "Só desta marca, com a mesma grafia.", "Altipasso"),
    department: filter(120, "Só deste departamento, com a mesma grafia.", "Corrida"),
    critique: filter(100, "Só os que têm esta crítica, pelo código.", "color_unknown"),
    productGroup: filter(300, "Só desta família.", "TEN-BRISA"),
    order: optional(
      lenientEnum(
        named(
          "ProductOrder",
          enumOf(Object.keys(ORDERS) as (keyof typeof ORDERS)[], {
            description: "Em que ordem; `newest` quando nada se diz.",
            meanings: ORDERS,
          }),
        ),
      ),
    ),
    after: optional(describedAs(sku, { description: "Continua depois deste produto; os links o trazem." })),
    size: PAGE_QUERY.size,
  }),
  replies: {
    200: {
      description: "Os produtos achados.",
      schema: namedObject("FoundProductPage", "Produtos achados.", {
        items: list(FoundProduct, { description: "Os produtos." }),
        size: int32Field("Itens por página, como pedido.", 20),
        _links: namedObject("FoundProductPageLinks", "As páginas ao redor desta.", {
          self: describedAs(link, { description: "Esta página." }),
          next: optional(describedAs(link, { description: "Onde a procura continua; ausente = não há mais onde procurar." })),
        }),
      }),
    },
  },
  refuses: [productErrors.search_place_unknown],
});
