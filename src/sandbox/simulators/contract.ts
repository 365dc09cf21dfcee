import { moveErrors, orderNumber } from "../../orders/index.ts";
import { operation } from "../../platform/contract/operation.ts";
import {
  anything,
  decimal,
  integer,
  links,
  list,
  named,
  oneOfWords,
  optional,
  record,
  shape,
  text,
  type TProperties,
} from "../../platform/contract/schema.ts";
import { sellerErrors, sellerId } from "../../sellers/index.ts";
import { simulatorErrors } from "./errors.ts";
import { MODES, ROSTER, SIMULATORS } from "./roster.ts";

const byIntegration = { api: "operator", audience: "operator", permission: ["integration"], environments: ["sandbox"] } as const;
const path = "/operator/v1/sellers/{sellerId}/simulators";
const MOST_UNITS = 100_000;

const name = named("SimulatorName", oneOfWords(SIMULATORS));
const mode = named(
  "SimulatorMode",
  oneOfWords(MODES, { description: "off = não age; manual = age quando pedem; automatic = age também sozinho" }),
);
const seed = integer({ minimum: 0, description: "De quem é o acaso: a mesma semente repete as mesmas decisões" });
const known = new Map(SIMULATORS.flatMap((one) => Object.entries(ROSTER[one].parameters)));
const parameters = shape(
  "SimulatorParameters",
  Object.fromEntries(
    [...known].map(([key, { maximum, does }]) => [key, optional(decimal({ scale: 4, minimum: 0, maximum, description: does }))]),
  ) as TProperties,
  { description: "Os que o simulador tem; os que não vêm ficam como estão" },
);

const Simulators = shape("Simulators", {
  sellerId: integer(),
  simulators: list(
    shape("Simulator", {
      name,
      does: text(),
      mode,
      seed,
      parameters,
      acts: list(text(), { description: "O que se pode pedir dele" }),
      waiting: integer({ description: "Atos planejados" }),
      nextAt: optional(text({ description: "Quando é o próximo" })),
    }),
  ),
  links,
});
const shown = { 200: { description: "Os simuladores do lojista", schema: Simulators } };

export const getSimulators = operation({
  ...byIntegration,
  id: "getSimulators",
  method: "GET",
  path,
  summary: "Consulta os simuladores de um lojista: quem faz de comprador, banco, transportadora, revisor",
  parameters: record({ sellerId }),
  replies: shown,
  refuses: [sellerErrors.seller_unknown],
});
export const putSimulators = operation({
  ...byIntegration,
  id: "putSimulators",
  method: "PUT",
  path,
  summary: "Liga, desliga e ajusta os simuladores de um lojista",
  description:
    "mode, seed e pace valem para todos; simulators diz de cada um. Quem passa a automatic cuida também do que já está aberto. O que não vem fica como está.",
  parameters: record({ sellerId }),
  body: shape("SimulatorsBody", {
    mode: optional(mode),
    seed: optional(seed),
    pace: optional(
      decimal({ scale: 4, minimum: 0, maximum: 100, description: "1 = como medido; 0.01 = cem vezes mais rápido; 0 = na hora" }),
    ),
    simulators: optional(
      list(shape("SimulatorBody", { name, mode: optional(mode), seed: optional(seed), parameters: optional(parameters) }), {
        maxItems: 20,
      }),
    ),
  }),
  bodyExample: { pace: 0.01, simulators: [{ name: "payment", mode: "manual", parameters: { paidShare: 0.9 } }] },
  replies: shown,
  refuses: [sellerErrors.seller_unknown, simulatorErrors.simulator_parameter_foreign],
});
/** Whoever may do themselves what some simulator does. */
const players = [...new Set(SIMULATORS.map((one) => ROSTER[one].role))];
export const postSimulatorAct = operation({
  ...byIntegration,
  permission: players,
  id: "postSimulatorAct",
  method: "POST",
  path: `${path}/{simulator}/acts`,
  summary: "Pede um ato a um simulador, agora",
  description:
    "Passa pela mesma operação que alguém do marketplace chamaria, e pede o mesmo papel; a resposta diz qual foi, e o que respondeu.",
  parameters: record({ sellerId, simulator: name }),
  body: shape("SimulatorActBody", {
    act: text({ maxLength: 40, description: "Um dos acts do simulador" }),
    orderNumber: optional(orderNumber),
    shippingCode: optional(integer({ minimum: 1, description: "Sem ele, a primeira entrega não cancelada do pedido" })),
    sku: optional(text({ maxLength: 50, description: "Do produto a revisar ou comprar; uma compra sem ele é sorteada" })),
    quantity: optional(integer({ minimum: 1, maximum: MOST_UNITS, default: 1 })),
  }),
  bodyExample: { act: "buy" },
  replies: {
    200: {
      description: "O que foi chamado, e o que respondeu",
      schema: shape("SimulatorAct", {
        simulator: name,
        act: text(),
        operation: text(),
        status: integer(),
        body: optional(anything()),
        links,
      }),
    },
  },
  refuses: [
    sellerErrors.seller_unknown,
    moveErrors.order_unknown,
    simulatorErrors.simulator_off,
    simulatorErrors.simulator_act_unknown,
    simulatorErrors.simulator_subject_missing,
    simulatorErrors.nothing_on_sale,
  ],
});
