import { moveErrors, orderNumber } from "../../orders/index.ts";
import {
  anyField,
  dateTimeField,
  decimal,
  enumOf,
  EXAMPLE_IDS,
  int32Field,
  integer,
  links,
  list,
  type LocalizedText,
  named,
  namedObject,
  object,
  openEnum,
  operation,
  optional,
  text,
  textField,
  type TProperties,
} from "../../platform/contract/index.ts";
import { sellerErrors, sellerId } from "../../sellers/index.ts";
import { simulatorErrors } from "./errors.ts";
import { MODES, SIMULATOR_DEFINITIONS, SIMULATORS, type SimulatorName } from "./definitions.ts";

const byIntegration = {
  api: "operator",
  audience: "operator",
  permission: ["integration"],
  tag: "Simuladores",
  environments: ["sandbox"],
} as const;
const path = "/operator/v1/sellers/{sellerId}/simulators";
const MAX_UNITS = 100_000;

const name = named(
  "SimulatorName",
  enumOf(SIMULATORS, {
    description: "Qual simulador.",
    meanings: Object.fromEntries(SIMULATORS.map((one) => [one, SIMULATOR_DEFINITIONS[one].does])) as Record<SimulatorName, LocalizedText>,
  }),
);
const mode = named(
  "SimulatorMode",
  enumOf(MODES, {
    description: "Quando um simulador age.",
    meanings: { off: "Não age.", manual: "Age quando pedem.", automatic: "Age também sozinho." },
    examples: ["automatic"],
  }),
);
const seed = integer({ minimum: 0, description: "De quem é o acaso: a mesma semente repete as mesmas decisões.", examples: [7] });
const known = new Map(SIMULATORS.flatMap((one) => Object.entries(SIMULATOR_DEFINITIONS[one].parameters)));
const sentence = ({ "pt-BR": pt, en }: LocalizedText): LocalizedText => ({ "pt-BR": `${pt}.`, en: `${en}.` });
const parameters = namedObject(
  "SimulatorParameters",
  "Os que o simulador tem; os que não vêm ficam como estão.",
  Object.fromEntries(
    [...known].map(([key, { fallback, maximum, does }]) => [
      key,
      optional(decimal({ scale: 4, minimum: 0, maximum, description: sentence(does), examples: [fallback] })),
    ]),
  ) as TProperties,
);

/** What each act is: whose it is, and the operation that it calls. */
const ACTS = Object.fromEntries(
  [...new Set(SIMULATORS.flatMap((one) => Object.keys(SIMULATOR_DEFINITIONS[one].acts)))].map((act) => {
    const callers = SIMULATORS.flatMap((one) => {
      const called = SIMULATOR_DEFINITIONS[one].acts[act];
      return called === undefined ? [] : [{ one, id: called.operation.id }];
    });
    const sentences = (of: string, calls: string) => callers.map(({ one, id }) => `${of} ${one}, ${calls} ${id}`).join("; ");
    return [act, { "pt-BR": sentences("de", "chama"), en: sentences("of", "calls") }];
  }),
);

const Simulators = namedObject("Simulators", "Os simuladores de um lojista.", {
  sellerId,
  simulators: list(
    namedObject("Simulator", "Um simulador, e como está.", {
      name,
      does: textField("O que faz.", SIMULATOR_DEFINITIONS.shoppers.does["pt-BR"]),
      mode,
      seed,
      parameters,
      acts: list(text(), { description: "O que se pode pedir dele.", examples: [["buy", "cancel"]] }),
      waiting: int32Field("Atos planejados.", 3),
      nextAt: optional(dateTimeField("Quando é o próximo; ausente = nenhum.")),
    }),
    { description: "Cada um." },
  ),
  links,
});
const shown = { 200: { description: "Os simuladores do lojista.", schema: Simulators } };

export const getSimulators = operation({
  ...byIntegration,
  id: "getSimulators",
  method: "GET",
  path,
  summary: "Consulta os simuladores de um lojista: quem faz de comprador, banco, transportadora, revisor",
  description: "Todos, também os desligados.",
  parameters: object({ sellerId }),
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
    "`mode`, `seed` e `pace` valem para todos; `simulators` diz de cada um. Quem passa a automatic cuida também do que já está aberto. O que não vem fica como está.",
  parameters: object({ sellerId }),
  body: namedObject("SimulatorsBody", "O que muda nos simuladores.", {
    mode: optional(mode),
    seed: optional(seed),
    pace: optional(
      decimal({
        scale: 4,
        minimum: 0,
        maximum: 100,
        description: "Quanto demora: 1 = como medido; 0.01 = cem vezes mais rápido; 0 = na hora.",
        examples: [0.01],
      }),
    ),
    simulators: optional(
      list(
        namedObject("SimulatorBody", "O que muda em um simulador.", {
          name,
          mode: optional(mode),
          seed: optional(seed),
          parameters: optional(parameters),
        }),
        { maxItems: 20, description: "De cada um." },
      ),
    ),
  }),
  bodyExample: { pace: 0.01, simulators: [{ name: "payment", mode: "manual", parameters: { paidShare: 0.9 } }] },
  replies: shown,
  refuses: [sellerErrors.seller_unknown, simulatorErrors.simulator_parameter_foreign],
});
/** The roles that may request the acts of at least one simulator. */
const rolesOfSimulators = [...new Set(SIMULATORS.map((one) => SIMULATOR_DEFINITIONS[one].role))];
export const postSimulatorAct = operation({
  ...byIntegration,
  permission: rolesOfSimulators,
  id: "postSimulatorAct",
  method: "POST",
  path: `${path}/{simulator}/acts`,
  summary: "Pede um ato a um simulador, agora",
  description:
    "Passa pela mesma operação que alguém do marketplace chamaria, e pede o mesmo papel; a resposta diz qual foi, e o que respondeu.",
  parameters: object({ sellerId, simulator: name }),
  body: namedObject("SimulatorActBody", "O ato que se pede.", {
    act: openEnum(ACTS, { maxLength: 40, description: "Um dos `acts` do simulador." }),
    orderNumber: optional(orderNumber),
    shippingCode: optional(
      integer({ minimum: 1, description: "A entrega; sem ele, a primeira não cancelada do pedido.", examples: [584_168] }),
    ),
    sku: optional(
      text({
        maxLength: 50,
        description: "Do produto a revisar ou comprar; uma compra sem ele é sorteada.",
        examples: ["TEN-BRISA-PRETO-39"],
      }),
    ),
    changeRequestId: optional(text({ maxLength: 60, description: "O pedido de mudança a decidir.", examples: [EXAMPLE_IDS.change] })),
    quantity: optional(integer({ minimum: 1, maximum: MAX_UNITS, default: 1, description: "Unidades de uma compra.", examples: [1] })),
  }),
  bodyExample: { act: "buy" },
  replies: {
    200: {
      description: "O que foi chamado, e o que respondeu.",
      schema: namedObject("SimulatorAct", "O que um ato chamou, e o que foi respondido.", {
        simulator: name,
        act: openEnum(ACTS, { description: "O ato." }),
        operation: textField("O `operationId` chamado.", "createOrder"),
        status: int32Field("O status respondido.", 201),
        body: optional(anyField("O corpo respondido.", { orderNumber: "217350000584167" })),
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
