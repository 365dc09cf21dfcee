import type { PublicationMove } from "./publication.ts";

/** A message, or one for each new status of the product. */
type CauseMessage = string | Readonly<Record<string, string>>;

/** The moves that the automatic validation makes. Their events have one cause, because two of them may be made at once. */
type ValidationMove = "criticize" | "catalog" | "clear";

/** The causes of the events of a product's status, with the message of each in pt-BR. */
export const STATUS_CAUSES = {
  submit: "Produto recebido",
  edit: "Produto alterado pelo lojista e recebido de novo",
  validation: {
    RECEIVED: "As críticas do produto mudaram; nenhuma impede a publicação",
    CRITICIZED: "Produto criticado pela validação automática",
    CATALOGING: "Produto em catalogação",
  },
  reviewCriticize: "Produto criticado pela revisão do catálogo",
  reviewApprove: "Produto aprovado pela revisão do catálogo",
  reviewUndo: "Decisão da revisão desfeita; o produto voltou a Em catalogação",
  sellerApprove: "Produto aprovado",
} as const satisfies Readonly<Record<Exclude<PublicationMove, ValidationMove> | "validation", CauseMessage>>;

/** The causes of the events of a change request, with the message of each in pt-BR. */
export const CHANGE_CAUSES = {
  ask: "Mudança do produto pedida",
  supersede: "Pedido de mudança mais novo tomou o lugar deste em algum campo",
  check: "Pedido de mudança conferido",
  decide: "Pedido de mudança decidido em algum campo",
  withdraw: "Pedido de mudança retirado",
  merge: "Pedido de mudança incorporado ao produto, que voltou a ser editável",
  change: "Produto mudou: entrou no ar o que foi aprovado de um pedido de mudança",
} as const satisfies Readonly<Record<string, string>>;

/** The meaning of each cause that an event of the given kinds may have. A cause of several kinds has the messages of all. */
export function causeMeanings(...kinds: readonly Readonly<Record<string, CauseMessage>>[]): Readonly<Record<string, string>> {
  const messages = new Map<string, Set<string>>();
  for (const [cause, message] of kinds.flatMap((kind) => Object.entries(kind))) {
    const known = messages.get(cause) ?? new Set();
    for (const one of typeof message === "string" ? [message] : Object.values(message)) known.add(one);
    messages.set(cause, known);
  }
  return Object.fromEntries([...messages].map(([cause, texts]) => [cause, [...texts].join("; ")]));
}
