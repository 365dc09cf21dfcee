import { operation } from "../../platform/contract/operation.ts";
import { decimal, integer, links, list, oneOfWords, optional, shape, text } from "../../platform/contract/schema.ts";
import { faultErrors } from "./errors.ts";
import { CALL_KINDS, EVENT_KINDS, LONGEST_DELAY_MS, LONGEST_LATENCY_MS, MOMENTS, USUAL_RETRY_SECONDS, USUAL_SHUFFLE_MS } from "./kinds.ts";
import { STATUSES } from "./statuses.ts";

const MOST_RULES = 50;
const LARGEST_SEED = 2 ** 31 - 1;
const LONGEST_RETRY_SECONDS = 3_600;

const share = optional(
  decimal({ scale: 4, above: 0, maximum: 1, description: "Parte das chamadas ou eventos: 0.3 são 30 %; ausente = todos" }),
);
const sellerId = optional(integer({ minimum: 1, description: "Só deste lojista" }));
const seed = integer({
  minimum: 0,
  maximum: LARGEST_SEED,
  description: "Com a mesma semente falham as mesmas chamadas e os mesmos eventos",
});
const milliseconds = (most: number, description: string) => optional(integer({ minimum: 1, maximum: most, description }));

const CallRule = shape("CallFault", {
  kind: oneOfWords(Object.keys(CALL_KINDS) as (keyof typeof CALL_KINDS)[], {
    description: "status: responde este status; latency: atrasa; cut: encerra a conexão sem resposta",
  }),
  share,
  sellerId,
  operation: optional(text({ maxLength: 100, description: "operationId; ausente = toda operação de lojistas" })),
  status: optional(integer({ minimum: 100, maximum: 599, description: `De status: ${[...STATUSES.keys()].join(", ")}` })),
  retryAfterSeconds: optional(
    integer({ minimum: 1, maximum: LONGEST_RETRY_SECONDS, description: `Retry-After de 429 e 503; ausente = ${USUAL_RETRY_SECONDS}` }),
  ),
  latencyMs: milliseconds(LONGEST_LATENCY_MS, "De latency: atraso em milissegundos"),
  when: optional(
    oneOfWords(MOMENTS, { description: "De status e cut: antes de a chamada ser executada, ou depois, quando só a resposta se perde" }),
  ),
});
const EventRule = shape("EventFault", {
  kind: oneOfWords(Object.keys(EVENT_KINDS) as (keyof typeof EVENT_KINDS)[], {
    description: "drop: não é enviada; duplicate: duas vezes; shuffle: fora de ordem; delay: mais tarde",
  }),
  share,
  sellerId,
  endpointId: optional(text({ maxLength: 100, description: "Só deste endpoint" })),
  withinMs: milliseconds(LONGEST_DELAY_MS, `De shuffle: espera até tantos milissegundos; ausente = ${USUAL_SHUFFLE_MS}`),
  delayMs: milliseconds(LONGEST_DELAY_MS, "De delay: atraso em milissegundos"),
});

const rules = { maxItems: MOST_RULES, description: "Todas as regras; as de antes deixam de valer" } as const;
const changedAt = optional(text({ description: "Quando foram definidas, pelo relógio do marketplace" }));
const CallPlan = shape("CallFaults", { seed, rules: list(CallRule), changedAt });
const EventPlan = shape("EventFaults", { seed, rules: list(EventRule), changedAt });
const Faults = shape("Faults", { http: CallPlan, events: EventPlan, links });

const ofSandbox = { api: "operator", audience: "operator", permission: ["integration", "support"], environments: ["sandbox"] } as const;
const path = "/operator/v1/faults";
const plans = { 200: { description: "O que falha de propósito agora", schema: Faults } } as const;

export const getFaults = operation({
  ...ofSandbox,
  id: "getFaults",
  method: "GET",
  path,
  summary: "O que falha de propósito: chamadas de lojistas e notificações",
  replies: plans,
});
export const putHttpFaults = operation({
  ...ofSandbox,
  id: "putHttpFaults",
  method: "PUT",
  path: `${path}/http`,
  summary: "Define o que falha de propósito nas chamadas de lojistas",
  description:
    "Vale em menos de 250 ms para todos os processos e fica até ser retirado. Cada resposta atingida diz no cabeçalho Vitrine-Fault o que lhe foi feito. Atrasos se somam; das regras que encerram a chamada vale a primeira que a atinge. As operações do operador nunca falham de propósito.",
  body: shape("CallFaultsBody", { seed: optional(seed), rules: list(CallRule, rules) }),
  bodyExample: {
    seed: 7,
    rules: [
      { kind: "status", status: 429, share: 0.05, retryAfterSeconds: 2 },
      { kind: "latency", latencyMs: 2000, share: 0.5, operation: "getStock" },
      { kind: "cut", when: "after", share: 0.01 },
    ],
  },
  replies: plans,
  refuses: faultErrors.codes.flatMap((code) => (code === "fault_endpoint_unknown" ? [] : [faultErrors[code]])),
});
export const putEventFaults = operation({
  ...ofSandbox,
  id: "putEventFaults",
  method: "PUT",
  path: `${path}/events`,
  summary: "Define o que falha de propósito nas notificações",
  description:
    "Atinge cada evento quando é enviado pela primeira vez; novas tentativas, reenvios e testes passam como são. O feed de eventos nunca falha: por ele se recupera o que se perdeu. Cada notificação atingida leva o cabeçalho Vitrine-Fault.",
  body: shape("EventFaultsBody", { seed: optional(seed), rules: list(EventRule, rules) }),
  bodyExample: { seed: 7, rules: [{ kind: "drop", share: 0.3 }, { kind: "duplicate", share: 0.1 }, { kind: "shuffle" }] },
  replies: plans,
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
  replies: plans,
});
