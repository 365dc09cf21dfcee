import type { SaxesTagNS } from "saxes";
import type { LocalizedText } from "../../platform/contract/errors.ts";
import { parseDateTime } from "../../platform/basics/clock.ts";
import type { XmlVisitor } from "./xml.ts";

/** Something that happened to an invoice after it was authorised, as a document carries it beside its protocol. */
export interface InvoiceEvent {
  /** `tpEvento`, or `cancNFe` of a cancellation from before there were events; absent when it is none. */
  readonly kind?: string;
  /** `cStat` of SEFAZ's answer; absent of an event that was only asked for. */
  readonly status?: string;
  /** `chNFe`: of which invoice it is. */
  readonly accessKey?: string;
  /** `nProt` of the answer. */
  readonly protocol?: string;
  /** When it was registered, as it is written. */
  readonly date?: string;
}

/** What cancellations were until layout 2.00: a service of their own (`cancNFe`, answered by `retCancNFe`), and no event. */
const FORMER_CANCELLATION = "cancNFe";
/** The events that take an invoice back: plainly, by one that replaces it, and the former way. */
const CANCELLATIONS: ReadonlySet<string> = new Set(["110111", "110112", FORMER_CANCELLATION]);
/** `cStat` of events that SEFAZ registered: linked to the invoice, not linked to it, and after the time for it. */
const REGISTERED: ReadonlySet<string> = new Set(["135", "136", "155"]);
/** `cStat` of former cancellations that SEFAZ took: in time, and after the time for it, by both of its numbers. */
const FORMER_REGISTERED: ReadonlySet<string> = new Set(["101", "151", "155"]);

/** Whether SEFAZ registered an event. */
export const isRegistered = ({ kind, status }: InvoiceEvent): boolean =>
  status !== undefined && (kind === FORMER_CANCELLATION ? FORMER_REGISTERED : REGISTERED).has(status);

/** Whether an event took back the invoice of a key: an event inside a document is of that document unless it names another. */
export const cancels = (event: InvoiceEvent, accessKey: string | undefined): boolean =>
  event.kind !== undefined && CANCELLATIONS.has(event.kind) && isRegistered(event) && concernsInvoice(event, accessKey);

/** Whether an event is of the invoice of a key, as far as either is known. */
export const concernsInvoice = (event: InvoiceEvent, accessKey: string | undefined): boolean =>
  event.accessKey === undefined || accessKey === undefined || event.accessKey === accessKey;

const NAMES: Readonly<Record<string, LocalizedText>> = {
  "110110": { "pt-BR": "carta de correção", en: "correction letter" },
  "110111": { "pt-BR": "cancelamento", en: "cancellation" },
  [FORMER_CANCELLATION]: { "pt-BR": "cancelamento", en: "cancellation" },
  "110112": { "pt-BR": "cancelamento por substituição", en: "cancellation by replacement" },
  "110130": { "pt-BR": "comprovante de entrega", en: "proof of delivery" },
  "110131": { "pt-BR": "cancelamento do comprovante de entrega", en: "cancellation of the proof of delivery" },
  "110140": { "pt-BR": "EPEC, emissão em contingência", en: "EPEC, issue in contingency" },
  "110150": { "pt-BR": "ator interessado", en: "interested party" },
  "210200": { "pt-BR": "confirmação da operação", en: "confirmation of the operation" },
  "210210": { "pt-BR": "ciência da operação", en: "knowledge of the operation" },
  "210220": { "pt-BR": "desconhecimento da operação", en: "denial of the operation" },
  "210240": { "pt-BR": "operação não realizada", en: "operation not carried out" },
};
const NAMELESS: LocalizedText = { "pt-BR": "evento", en: "event" };

/** What an event is called. */
export const eventName = ({ kind = "" }: InvoiceEvent): LocalizedText => (Object.hasOwn(NAMES, kind) ? NAMES[kind]! : NAMELESS);

/** The elements that are read of an event, and how each is written; all stand right inside it. */
const PARTS: Readonly<Record<string, { readonly part: keyof InvoiceEvent; readonly is: (text: string) => boolean }>> = {
  tpEvento: { part: "kind", is: (text) => /^\d{6}$/.test(text) },
  cStat: { part: "status", is: (text) => /^\d{3}$/.test(text) },
  chNFe: { part: "accessKey", is: (text) => /^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$/.test(text) },
  nProt: { part: "protocol", is: (text) => /^\d{1,44}$/.test(text) },
  dhRecbto: { part: "date", is: (text) => parseDateTime(text) !== undefined },
  dhRegEvento: { part: "date", is: (text) => parseDateTime(text) !== undefined },
};
/** No part is longer. */
const LONGEST_PART = 44;
/** Events kept at most; there are as many as the sender likes. */
const MAX_EVENTS = 20;

/** What an event is, by the element that its question and its answer both have: what is known of it, and what stands around the answer's. */
const EVENTS: Readonly<Record<string, { readonly parts: InvoiceEvent; readonly answer: string }>> = {
  infEvento: { parts: {}, answer: "retEvento" },
  infCanc: { parts: { kind: FORMER_CANCELLATION }, answer: "retCancNFe" },
};
const NFE = "NFe";

/**
 * Gathers the events of a document while it is walked, wherever they stand outside of the NF-e itself: systems append the answer
 * (`retEvento`), or question and answer (`procEventoNFe`); older ones `retCancNFe` or `procCancNFe`. Namespaces are not asked for: a cancellation is one however it was put
 * there. `read` is for when the document ended.
 */
export function createInvoiceEventReader(): Omit<XmlVisitor, "instruction" | "close"> & {
  readonly close: () => void;
  readonly read: () => readonly InvoiceEvent[];
} {
  const answers: InvoiceEvent[] = [];
  const questions: InvoiceEvent[] = [];
  const trail: string[] = [];
  let event: { readonly depth: number; readonly parts: { -readonly [Part in keyof InvoiceEvent]: InvoiceEvent[Part] } } | undefined;
  let text: string | undefined;

  return {
    open({ local }: SaxesTagNS) {
      const outer = trail.at(-1);
      trail.push(local);
      text = event !== undefined && trail.length === event.depth + 1 ? "" : undefined;
      if (Object.hasOwn(EVENTS, local) && event === undefined && !trail.includes(NFE)) {
        const { parts, answer } = EVENTS[local]!;
        event = { depth: trail.length, parts: { ...parts } };
        const kept = outer === answer ? answers : questions;
        if (kept.length < MAX_EVENTS) kept.push(event.parts);
      }
    },
    text(piece) {
      if (text !== undefined && text.length <= LONGEST_PART) text += piece.slice(0, LONGEST_PART + 1);
    },
    close() {
      const local = trail.pop()!;
      const row = text === undefined || !Object.hasOwn(PARTS, local) ? undefined : PARTS[local]!;
      const value = text?.trim() ?? "";
      if (row !== undefined && event !== undefined && row.is(value)) event.parts[row.part] ??= value;
      text = undefined;
      if (event !== undefined && trail.length < event.depth) event = undefined;
    },
    read: () => [...answers, ...questions.filter(({ kind }) => !answers.some((answer) => answer.kind === kind))],
  };
}
