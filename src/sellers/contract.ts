import { operation } from "../platform/contract/operation.ts";
import { integer, links, list, named, oneOfWords, optional, record, shape, text } from "../platform/contract/schema.ts";
import { sellerErrors } from "./errors.ts";
import { administration, name, page, sellerId } from "./fields.ts";

/** Whoever invoices the seller's orders: stands in their sender, and invoices are held against it. */
const cnpj = text({
  pattern: "^[0-9A-Z]{12}[0-9]{2}$",
  description: "CNPJ que fatura, 14 posições sem pontuação",
  refusal: {
    code: "cnpj_characters",
    text: {
      "pt-BR": 'O cnpj veio como "{received}"; envie 14 posições sem pontuação: 12 algarismos ou letras maiúsculas e 2 dígitos.',
      en: 'The cnpj came as "{received}"; send 14 positions without punctuation: 12 digits or capital letters and 2 digits.',
    },
  },
});
const legal = { cnpj: optional(cnpj), legalName: optional(name) };

const status = named("SellerStatus", oneOfWords(["active", "suspended"]));
const Seller = shape("Seller", { sellerId, name, status, ...legal, createdAt: text(), links });
const paging = record({ page: optional(page.page), size: optional(page.size) });
const SellerPage = shape("SellerPage", {
  items: list(Seller),
  page: integer(),
  size: integer(),
  total: integer(),
  totalPages: integer(),
  links,
});
const ofSeller = record({ sellerId });

export const createSeller = operation({
  ...administration,
  id: "createSeller",
  method: "POST",
  path: "/operator/v1/sellers",
  summary: "Cria um lojista",
  body: shape("SellerBody", { name, ...legal }),
  bodyExample: { name: "Loja Aurora", cnpj: "12ABC34501DE35", legalName: "Aurora Comércio Ltda." },
  replies: { 201: { description: "O lojista criado", schema: Seller, headers: { Location: "Endereço do lojista" } } },
});
export const listSellers = operation({
  ...administration,
  id: "listSellers",
  method: "GET",
  path: "/operator/v1/sellers",
  summary: "Lista os lojistas",
  query: paging,
  replies: { 200: { description: "Uma página de lojistas", schema: SellerPage }, 204: { description: "Nenhum lojista na página" } },
});
export const getSeller = operation({
  ...administration,
  id: "getSeller",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}",
  summary: "Consulta um lojista",
  parameters: ofSeller,
  replies: { 200: { description: "O lojista", schema: Seller } },
  refuses: [sellerErrors.seller_unknown],
});
export const changeSeller = operation({
  ...administration,
  id: "changeSeller",
  method: "PATCH",
  path: "/operator/v1/sellers/{sellerId}",
  summary: "Altera os dados de um lojista, ou o suspende e reativa",
  parameters: ofSeller,
  body: shape("SellerChangeBody", {
    name: optional(name),
    status: optional(oneOfWords(["active", "suspended"], { ignoreCase: true })),
    ...legal,
  }),
  bodyExample: { status: "active" },
  replies: { 200: { description: "O lojista alterado", schema: Seller } },
  refuses: [sellerErrors.seller_unknown],
});

const Application = shape("Application", { clientId: text(), name, createdAt: text(), credentials: integer() });
export const createApplication = operation({
  ...administration,
  id: "createApplication",
  method: "POST",
  path: "/operator/v1/applications",
  summary: "Cria uma aplicação (client_id) que pode atender vários lojistas",
  body: shape("ApplicationBody", { name }),
  bodyExample: { name: "Hub Integra" },
  replies: { 201: { description: "A aplicação", schema: Application, headers: { Location: "Endereço da aplicação" } } },
});
export const listApplications = operation({
  ...administration,
  id: "listApplications",
  method: "GET",
  path: "/operator/v1/applications",
  summary: "Lista as aplicações",
  replies: { 200: { description: "As aplicações", schema: shape("ApplicationList", { items: list(Application), links }) } },
});
