import {
  dateTimeField,
  describedAs,
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
} from "../platform/contract/index.ts";
import { sellerErrors } from "./errors.ts";
import { ADMIN_OPERATION, name, sellerId } from "./fields.ts";

const ofSellers = { ...ADMIN_OPERATION, tag: "Lojistas e aplicações" } as const;

/** CNPJ of the company that issues invoices for the seller's orders. Orders show it as the sender. Invoices are checked against it. */
const cnpj = text({
  pattern: "^[0-9A-Z]{12}[0-9]{2}$",
  description: "CNPJ de quem fatura, 14 posições sem pontuação; com letras, o formato de 2026.",
  examples: ["12ABC34501DE35"],
  refusal: {
    code: "cnpj_characters",
    text: {
      "pt-BR": 'O cnpj veio como "{received}"; envie 14 posições sem pontuação: 12 algarismos ou letras maiúsculas e 2 dígitos.',
      en: 'The cnpj came as "{received}"; send 14 positions without punctuation: 12 digits or capital letters and 2 digits.',
    },
  },
});
const legal = {
  cnpj: optional(cnpj),
  legalName: optional(describedAs(name, { description: "Razão social.", examples: ["Aurora Comércio Ltda."] })),
};
const sellerName = describedAs(name, { description: "Nome da loja, como compradores o veem." });

const status = named(
  "SellerStatus",
  enumOf(["active", "suspended"], {
    description: "Se o lojista pode chamar.",
    meanings: { active: "Pode.", suspended: "Toda chamada dele é recusada com 403." },
  }),
);
const Seller = namedObject("Seller", "Um lojista.", {
  sellerId,
  name: sellerName,
  status,
  ...legal,
  createdAt: dateTimeField("Quando foi criado."),
  links,
});
const { page, size } = PAGE_QUERY;
const SellerPage = namedObject("SellerPage", "Uma página de lojistas.", {
  items: list(Seller, { description: "Os lojistas, por código." }),
  ...PAGE_COUNTS,
  links,
});
const ofSeller = object({ sellerId });

export const createSeller = operation({
  ...ofSellers,
  id: "createSeller",
  method: "POST",
  path: "/operator/v1/sellers",
  summary: "Cria um lojista",
  description: "No sandbox, quem vem sem CNPJ recebe um inventado, para que pedidos de teste possam ser faturados.",
  body: namedObject("SellerBody", "O lojista que se cria.", { name: sellerName, ...legal }),
  bodyExample: { name: "Loja Aurora", cnpj: "12ABC34501DE35", legalName: "Aurora Comércio Ltda." },
  replies: {
    201: {
      description: "O lojista criado.",
      schema: Seller,
      headers: { Location: { description: "Endereço do lojista.", example: "/operator/v1/sellers/1001" } },
    },
  },
});
export const listSellers = operation({
  ...ofSellers,
  id: "listSellers",
  method: "GET",
  path: "/operator/v1/sellers",
  summary: "Lista os lojistas",
  description: "Por código, também os suspensos.",
  query: object({ page, size }),
  replies: { 200: { description: "Uma página de lojistas.", schema: SellerPage }, 204: { description: "Nenhum lojista na página." } },
});
export const getSeller = operation({
  ...ofSellers,
  id: "getSeller",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}",
  summary: "Consulta um lojista",
  description: "Nome, situação e quem fatura por ele.",
  parameters: ofSeller,
  replies: { 200: { description: "O lojista.", schema: Seller } },
  refuses: [sellerErrors.seller_unknown],
});
export const changeSeller = operation({
  ...ofSellers,
  id: "changeSeller",
  method: "PATCH",
  path: "/operator/v1/sellers/{sellerId}",
  summary: "Altera os dados de um lojista, ou o suspende e reativa",
  description: "O que não vem fica como está. A suspensão vale em todos os processos em até 5 s.",
  parameters: ofSeller,
  body: namedObject("SellerChangeBody", "O que muda do lojista.", {
    name: optional(sellerName),
    status: optional(lenientEnum(status)),
    ...legal,
  }),
  bodyExample: { status: "active" },
  replies: { 200: { description: "O lojista alterado.", schema: Seller } },
  refuses: [sellerErrors.seller_unknown],
});

const applicationName = describedAs(name, { description: "Nome da aplicação.", examples: ["Hub Integra"] });
const Application = namedObject("Application", "Uma aplicação, que pode atender vários lojistas.", {
  clientId: textField("O `client_id` com que a aplicação chama.", EXAMPLE_IDS.client),
  name: applicationName,
  createdAt: dateTimeField("Quando foi criada."),
  credentials: int32Field("Credenciais emitidas para ela.", 2),
});
export const createApplication = operation({
  ...ofSellers,
  id: "createApplication",
  method: "POST",
  path: "/operator/v1/applications",
  summary: "Cria uma aplicação (client_id) que pode atender vários lojistas",
  description: "Depois emita, para cada lojista, uma credencial com este `client_id`.",
  body: namedObject("ApplicationBody", "A aplicação que se cria.", { name: applicationName }),
  bodyExample: { name: "Hub Integra" },
  replies: {
    201: {
      description: "A aplicação.",
      schema: Application,
      headers: { Location: { description: "Endereço da aplicação.", example: `/operator/v1/applications/${EXAMPLE_IDS.client}` } },
    },
  },
});
export const listApplications = operation({
  ...ofSellers,
  id: "listApplications",
  method: "GET",
  path: "/operator/v1/applications",
  summary: "Lista as aplicações",
  description: "Todas, com quantas credenciais cada uma tem.",
  replies: {
    200: {
      description: "As aplicações.",
      schema: namedObject("ApplicationList", "Uma lista de aplicações.", {
        items: list(Application, { description: "As aplicações." }),
        links,
      }),
    },
  },
});
