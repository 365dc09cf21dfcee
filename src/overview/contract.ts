import {
  dateTimeField,
  enumOf,
  EXAMPLE_IDS,
  extendObject,
  int32Field,
  int64Field,
  links,
  list,
  named,
  namedObject,
  operation,
  optional,
  textField,
} from "../platform/contract/index.ts";
import { limitsContract, ROLES } from "../sellers/index.ts";
import { MARKETPLACE_NUMBERS } from "./marketplace-numbers.ts";
import { listOf, type NumberRow } from "./number-row.ts";
import { SELLER_NUMBERS } from "./seller-numbers.ts";

/** The name of a number; each meaning says which list shows what it counts. */
const numberName = (name: string, rows: readonly NumberRow[]) =>
  named(
    name,
    enumOf(
      rows.map((row) => row.name),
      {
        description: "O que é contado, e a lista que o mostra.",
        meanings: Object.fromEntries(
          rows.map((row) => {
            const shown = `\`GET ${listOf(row)}\``;
            return [row.name, { "pt-BR": `${row.meaning["pt-BR"]} ${shown}`, en: `${row.meaning.en} ${shown}` }];
          }),
        ),
        examples: [rows[0]!.name],
      },
    ),
  );
const count = int64Field("Quantos são; acima de 10.000, pode ter até 10 segundos.", 12);
const date = dateTimeField("Quando se contou.");

export const getMarketplaceOverview = operation({
  api: "operator",
  audience: "operator",
  permission: ROLES.filter((role) => role !== "admin"),
  tag: "Painel",
  id: "getMarketplaceOverview",
  method: "GET",
  path: "/operator/v1/overview",
  summary: "Conta o que espera por alguém do marketplace",
  description:
    "Os números da página inicial. Cada um conta exatamente o que a sua lista mostra, em `links`, e só vem a quem pode ler a lista.",
  replies: {
    200: {
      description: "Os números.",
      schema: namedObject("MarketplaceOverview", "O que espera por alguém do marketplace, em números.", {
        date,
        numbers: list(
          namedObject("MarketplaceNumber", "Um número da página inicial do marketplace.", {
            name: numberName("MarketplaceNumberName", MARKETPLACE_NUMBERS),
            count,
            oldestSince: optional(dateTimeField("Desde quando espera o primeiro da lista; ausente quando nada espera.")),
            links,
          }),
          { description: "Os que o papel pode ver." },
        ),
        links,
      }),
    },
  },
});

export const getOverview = operation({
  api: "v1",
  audience: "seller",
  permission: "any",
  tag: "Painel",
  id: "getOverview",
  method: "GET",
  path: "/api/v1/overview",
  summary: "Conta o que espera pelo lojista",
  description:
    "Os números da página inicial. Cada um conta exatamente o que a sua lista mostra, em `links`, e só vem a quem pode ler a lista. A consulta conta na faixa default da cota.",
  replies: {
    200: {
      description: "Os números.",
      schema: namedObject("Overview", "O que espera pelo lojista, em números.", {
        date,
        numbers: list(
          namedObject("SellerNumber", "Um número da página inicial do lojista.", {
            name: numberName("SellerNumberName", SELLER_NUMBERS),
            count,
            oldestSince: optional(dateTimeField("Desde quando espera o primeiro da lista; ausente quando nada espera.")),
            nextDeadline: optional(
              dateTimeField("De pedidos: até quando a primeira destas entregas deve chegar. De mudanças: quando a primeira passa a valer."),
            ),
            links,
          }),
          { description: "Os que quem chama pode ver." },
        ),
        topCritiques: optional(
          list(
            namedObject("TopCritique", "Um dos motivos que mais se repetem.", {
              code: textField("Código da crítica.", "color_unknown"),
              rule: textField("A regra, em uma frase.", "A cor é uma das registradas."),
              count: int32Field("Quantas críticas.", 12),
              products: int32Field("Em quantos produtos.", 9),
              links,
            }),
            { maxItems: 5, description: "Os códigos com mais críticas; só a quem pode ler produtos. Podem ter até 10 segundos." },
          ),
        ),
        quotas: list(
          namedObject("ApplicationQuota", "A cota de uma aplicação para o lojista.", {
            clientId: textField("A aplicação.", EXAMPLE_IDS.client),
            name: textField("Nome da aplicação.", "Hub Exemplo"),
            lanes: list(
              extendObject("LaneUse", limitsContract.LaneQuota, "O que se gastou e o que resta de uma faixa.", {
                used: int32Field("Chamadas gastas que ainda não voltaram: `burst` menos `remaining`.", 1),
              }),
              { description: "Por faixa." },
            ),
          }),
          { description: "As cotas das aplicações do lojista, até 20; uma aplicação vê só a própria." },
        ),
        links,
      }),
    },
  },
});
