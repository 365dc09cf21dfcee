import type { SaxesTagNS } from "saxes";
import type { LocalizedText } from "../../platform/contract/index.ts";
import { parseDateTime } from "../../platform/basics/index.ts";
import type { XmlVisitor } from "./xml.ts";

/** An event of an invoice after its authorisation. The document contains it outside the NF-e itself. */
export interface InvoiceEvent {
  /** `tpEvento`, or `cancNFe` for cancellations that are older than the event format. Absent if malformed. */
  readonly kind?: string;
  /** `cStat` of SEFAZ's answer. Absent if the document has only the request. */
  readonly status?: string;
  /** `chNFe`: the invoice that the event is about. */
  readonly accessKey?: string;
  /** `nProt` of the answer. */
  readonly protocol?: string;
  /** Date of registration, as written in the document. */
  readonly date?: string;
}

/** Service for cancellations until layout 2.00. They were not events then: the request was `cancNFe`, and the answer `retCancNFe`. */
const FORMER_CANCELLATION = "cancNFe";
/** Events that cancel an invoice: plain cancellation, cancellation by replacement, and the former service. */
const CANCELLATIONS: ReadonlySet<string> = new Set(["110111", "110112", FORMER_CANCELLATION]);
/** `cStat` of registered events: linked to the invoice (135), not linked to it (136), and after the deadline (155). */
const REGISTERED: ReadonlySet<string> = new Set(["135", "136", "155"]);
/** `cStat` of cancellations registered by the former service: in time (101), and after the deadline (151, 155). */
const FORMER_REGISTERED: ReadonlySet<string> = new Set(["101", "151", "155"]);

/** Whether SEFAZ registered an event. */
export const isRegisteredEvent = ({ kind, status }: InvoiceEvent): boolean =>
  status !== undefined && (kind === FORMER_CANCELLATION ? FORMER_REGISTERED : REGISTERED).has(status);

/**
 * Whether an event canceled the invoice of this key. An event belongs to the document that contains it, unless the event names another
 * invoice.
 */
export const cancelsInvoice = (event: InvoiceEvent, accessKey: string | undefined): boolean =>
  event.kind !== undefined && CANCELLATIONS.has(event.kind) && isRegisteredEvent(event) && concernsInvoice(event, accessKey);

/** Whether an event belongs to the invoice of this key. An unknown key matches any key. */
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

/** The name of an event. */
export const eventName = ({ kind = "" }: InvoiceEvent): LocalizedText => (Object.hasOwn(NAMES, kind) ? NAMES[kind]! : NAMELESS);

/** Child elements of an event that are read, and the valid form of their text. */
const PARTS: Readonly<Record<string, { readonly part: keyof InvoiceEvent; readonly is: (text: string) => boolean }>> = {
  tpEvento: { part: "kind", is: (text) => /^\d{6}$/.test(text) },
  cStat: { part: "status", is: (text) => /^\d{3}$/.test(text) },
  chNFe: { part: "accessKey", is: (text) => /^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$/.test(text) },
  nProt: { part: "protocol", is: (text) => /^\d{1,44}$/.test(text) },
  dhRecbto: { part: "date", is: (text) => parseDateTime(text) !== undefined },
  dhRegEvento: { part: "date", is: (text) => parseDateTime(text) !== undefined },
};
/** Maximum length of one value of an event. */
const MAX_PART_LENGTH = 44;
/** Maximum number of answers, and of requests, to keep. The document itself may contain any number. */
const MAX_EVENTS = 20;

/**
 * Elements that describe an event, in a request or in an answer. `parts` are the values that follow from the element's name. In an answer,
 * the element is directly inside an element with the name `answer`.
 */
const EVENTS: Readonly<Record<string, { readonly parts: InvoiceEvent; readonly answer: string }>> = {
  infEvento: { parts: {}, answer: "retEvento" },
  infCanc: { parts: { kind: FORMER_CANCELLATION }, answer: "retCancNFe" },
};
const NFE = "NFe";

/**
 * Collects the events of a document, anywhere outside the NF-e itself. Some systems append only the answer (`retEvento`). Others append the
 * request and the answer (`procEventoNFe`). Older systems append `retCancNFe` or `procCancNFe`. Namespaces are ignored, so that no
 * cancellation is missed. Call `read` after the end of the document.
 */
export function createInvoiceEventReader(): Omit<XmlVisitor, "instruction" | "close"> & {
  readonly close: () => void;
  readonly read: () => readonly InvoiceEvent[];
} {
  const answers: InvoiceEvent[] = [];
  const requests: InvoiceEvent[] = [];
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
        const kept = outer === answer ? answers : requests;
        if (kept.length < MAX_EVENTS) kept.push(event.parts);
      }
    },
    text(piece) {
      if (text !== undefined && text.length <= MAX_PART_LENGTH) text += piece.slice(0, MAX_PART_LENGTH + 1);
    },
    close() {
      const local = trail.pop()!;
      const row = text === undefined || !Object.hasOwn(PARTS, local) ? undefined : PARTS[local]!;
      const value = text?.trim() ?? "";
      if (row !== undefined && event !== undefined && row.is(value)) event.parts[row.part] ??= value;
      text = undefined;
      if (event !== undefined && trail.length < event.depth) event = undefined;
    },
    read: () => [...answers, ...requests.filter(({ kind }) => !answers.some((answer) => answer.kind === kind))],
  };
}
