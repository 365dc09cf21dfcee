import {
  dateTimeField,
  decimal,
  describedAs,
  enumOf,
  EXAMPLE_IDS,
  integer,
  links,
  list,
  named,
  namedObject,
  operation,
  optional,
  text,
} from "../../platform/contract/index.ts";
import { sellerId as seller } from "../../sellers/index.ts";
import { faultErrors } from "./errors.ts";
import {
  CALL_KINDS,
  EVENT_KINDS,
  MAX_DELAY_MS,
  MAX_LATENCY_MS,
  FAULT_TIMINGS,
  DEFAULT_RETRY_SECONDS,
  DEFAULT_SHUFFLE_MS,
} from "./kinds.ts";
import { STATUSES } from "./statuses.ts";

const MAX_RULES = 50;
const MAX_SEED = 2 ** 31 - 1;
const MAX_RETRY_SECONDS = 3_600;

const share = optional(
  decimal({
    scale: 4,
    above: 0,
    maximum: 1,
    description: "Parte das chamadas ou eventos, até 4 decimais: 0.3 são 30 %; ausente = todos.",
    examples: [0.3],
  }),
);
const sellerId = optional(describedAs(seller, { description: "Só deste lojista; ausente = todos." }));
const seed = integer({
  minimum: 0,
  maximum: MAX_SEED,
  description: "Com a mesma semente falham as mesmas chamadas e os mesmos eventos.",
  examples: [7],
});
const milliseconds = (maximum: number, description: string) => optional(integer({ minimum: 1, maximum, description, examples: [2_000] }));

const CallRule = namedObject(
  "CallFault",
  "Uma regra do que falha em chamadas.",
  {
    kind: named(
      "CallFaultKind",
      enumOf(Object.keys(CALL_KINDS) as (keyof typeof CALL_KINDS)[], {
        description: "O que acontece com a chamada.",
        meanings: { status: "Responde `status`.", latency: "Atrasa `latencyMs`.", cut: "Encerra a conexão sem resposta." },
      }),
    ),
    share,
    sellerId,
    operation: optional(
      text({ maxLength: 100, description: "O `operationId`; ausente = toda operação de lojistas.", examples: ["getStock"] }),
    ),
    status: optional(
      integer({ minimum: 100, maximum: 599, description: `De status: ${[...STATUSES.keys()].join(", ")}.`, examples: [429] }),
    ),
    retryAfterSeconds: optional(
      integer({
        minimum: 1,
        maximum: MAX_RETRY_SECONDS,
        description: `\`Retry-After\` de 429 e 503, em segundos; ausente = ${DEFAULT_RETRY_SECONDS}.`,
        examples: [2],
      }),
    ),
    latencyMs: milliseconds(MAX_LATENCY_MS, "De latency: atraso em milissegundos."),
    when: optional(
      named(
        "FaultMoment",
        enumOf(FAULT_TIMINGS, {
          description: "De status e cut: quando.",
          meanings: { before: "Antes de a chamada ser executada.", after: "Depois: só a resposta se perde." },
        }),
      ),
    ),
  },
  { examples: [{ latencyMs: undefined }] },
);
const EventRule = namedObject(
  "EventFault",
  "Uma regra do que falha em notificações.",
  {
    kind: named(
      "EventFaultKind",
      enumOf(Object.keys(EVENT_KINDS) as (keyof typeof EVENT_KINDS)[], {
        description: "O que acontece com a notificação.",
        meanings: {
          drop: "Não é enviada.",
          duplicate: "É enviada duas vezes.",
          shuffle: "É enviada fora de ordem.",
          delay: "É enviada mais tarde.",
        },
      }),
    ),
    share,
    sellerId,
    endpointId: optional(
      text({ maxLength: 100, description: "Só deste endereço de notificações; ausente = todos.", examples: [EXAMPLE_IDS.endpoint] }),
    ),
    withinMs: milliseconds(MAX_DELAY_MS, `De shuffle: espera até tantos milissegundos; ausente = ${DEFAULT_SHUFFLE_MS}.`),
    delayMs: milliseconds(MAX_DELAY_MS, "De delay: atraso em milissegundos."),
  },
  { examples: [{ withinMs: undefined, delayMs: undefined }] },
);

const rules = { maxItems: MAX_RULES, description: "Todas as regras; as de antes deixam de valer." } as const;
const changedAt = optional(dateTimeField("Quando foram definidas, pelo relógio do marketplace."));
const rulesInForce = { description: "As regras que valem." };
const CallConfig = namedObject("CallFaults", "O que falha em chamadas.", { seed, rules: list(CallRule, rulesInForce), changedAt });
const EventConfig = namedObject("EventFaults", "O que falha em notificações.", { seed, rules: list(EventRule, rulesInForce), changedAt });
const Faults = namedObject("Faults", "O que falha de propósito.", { http: CallConfig, events: EventConfig, links });

const ofSandbox = {
  api: "operator",
  audience: "operator",
  permission: ["integration", "support"],
  tag: "Falhas de propósito",
  environments: ["sandbox"],
} as const;
const path = "/operator/v1/faults";
const shown = { 200: { description: "O que falha de propósito agora.", schema: Faults } } as const;

export const getFaults = operation({
  ...ofSandbox,
  id: "getFaults",
  method: "GET",
  path,
  summary: "Consulta o que falha de propósito: chamadas de lojistas e notificações",
  description: "Onde nada foi definido, as regras vêm vazias.",
  replies: shown,
});
export const putHttpFaults = operation({
  ...ofSandbox,
  id: "putHttpFaults",
  method: "PUT",
  path: `${path}/http`,
  summary: "Define o que falha de propósito nas chamadas de lojistas",
  description:
    "Vale em menos de 250 ms para todos os processos e fica até ser retirado. Cada resposta atingida diz no cabeçalho `Vitrine-Fault` o que lhe foi feito. Atrasos se somam; das regras que encerram a chamada vale a primeira que a atinge. As operações do operador nunca falham de propósito.",
  body: namedObject("CallFaultsBody", "O que deve falhar em chamadas.", { seed: optional(seed), rules: list(CallRule, rules) }),
  bodyExample: {
    seed: 7,
    rules: [
      { kind: "status", status: 429, share: 0.05, retryAfterSeconds: 2 },
      { kind: "latency", latencyMs: 2000, share: 0.5, operation: "getStock" },
      { kind: "cut", when: "after", share: 0.01 },
    ],
  },
  replies: shown,
  refuses: faultErrors.codes.flatMap((code) => (code === "fault_endpoint_unknown" ? [] : [faultErrors[code]])),
});
export const putEventFaults = operation({
  ...ofSandbox,
  id: "putEventFaults",
  method: "PUT",
  path: `${path}/events`,
  summary: "Define o que falha de propósito nas notificações",
  description:
    "Atinge cada evento quando é enviado pela primeira vez; novas tentativas, reenvios e testes passam como são. O feed de eventos nunca falha: por ele se recupera o que se perdeu. Cada notificação atingida leva o cabeçalho `Vitrine-Fault`.",
  body: namedObject("EventFaultsBody", "O que deve falhar em notificações.", { seed: optional(seed), rules: list(EventRule, rules) }),
  bodyExample: { seed: 7, rules: [{ kind: "drop", share: 0.3 }, { kind: "duplicate", share: 0.1 }, { kind: "shuffle" }] },
  replies: shown,
  refuses: [
    faultErrors.fault_field_missing,
    faultErrors.fault_field_misplaced,
    faultErrors.fault_seller_unknown,
    faultErrors.fault_endpoint_unknown,
  ],
});
export const deleteFaults = operation({
  ...ofSandbox,
  id: "deleteFaults",
  method: "DELETE",
  path,
  summary: "Retira todas as falhas",
  description: "De chamadas e de notificações.",
  replies: shown,
});
