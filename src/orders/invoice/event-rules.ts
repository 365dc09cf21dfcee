import { formatTexts, type LocalizedText } from "../../platform/contract/index.ts";
import type { InvoiceParts } from "./parse-document.ts";
import { cancelsInvoice, eventName, type InvoiceEvent, concernsInvoice, isRegisteredEvent } from "./events.ts";
import { type InvoiceRuleFinding, refusingRule, type InvoiceRule, rulesOfSpecRow, warningRule } from "./rule.ts";

/**
 * Further rules of row 5 (`InvoiceRule.step`). They check the events of the invoice after its authorisation, as far as the document shows
 * them.
 */
export const EVENT_RULES: readonly InvoiceRule[] = rulesOfSpecRow(5, [
  refusingRule("danfe_canceled", "/danfeXml", ({ parts }) =>
    eventsOf(parts, true).map((event) => ({
      received: { tpEvento: event.kind, cStat: event.status, nProt: event.protocol, dhRegEvento: event.date },
      params: { ...nameOf(event), registration: registrationOf(event) },
    })),
  ),
  warningRule("danfe_event", "/danfeXml", ({ parts }) =>
    eventsOf(parts, false).map((event): InvoiceRuleFinding => ({ params: { ...nameOf(event), outcome: outcomeText(event, parts) } })),
  ),
]);

/** Events of a document: if `canceled`, those that cancel the invoice; otherwise all others. */
const eventsOf = (parts: InvoiceParts | undefined, canceled: boolean): readonly InvoiceEvent[] =>
  (parts?.events ?? []).filter((event) => cancelsInvoice(event, parts?.accessKey) === canceled);

const nameOf = (event: InvoiceEvent) => ({ event: event.kind ?? "?", name: eventName(event) });

const WITH_PROTOCOL: LocalizedText = { "pt-BR": "com o protocolo {protocol}", en: "with protocol {protocol}" };
const WITHOUT_PROTOCOL: LocalizedText = { "pt-BR": "sem número de protocolo", en: "without a protocol number" };
const ON_DATE: LocalizedText = { "pt-BR": "{protocol} em {date}", en: "{protocol} on {date}" };

/** Text with the protocol and the date of an event, if they are known. */
function registrationOf({ protocol, date }: InvoiceEvent): LocalizedText {
  const withProtocol = protocol === undefined ? WITHOUT_PROTOCOL : formatTexts(WITH_PROTOCOL, { protocol });
  return date === undefined ? withProtocol : formatTexts(ON_DATE, { protocol: withProtocol, date });
}

const OUTCOMES = {
  registered: { "pt-BR": "registrado {registration}", en: "registered {registration}" },
  requested: { "pt-BR": "pedido e sem resposta da SEFAZ", en: "asked for and not answered by SEFAZ" },
  unregistered: { "pt-BR": "que a SEFAZ não registrou (cStat {status})", en: "which SEFAZ did not register (cStat {status})" },
  another: { "pt-BR": "que é de outra nota, {accessKey}", en: "which is of another invoice, {accessKey}" },
} as const satisfies Readonly<Record<string, LocalizedText>>;

function outcomeText(event: InvoiceEvent, parts: InvoiceParts | undefined): LocalizedText {
  const { status, accessKey } = event;
  if (!concernsInvoice(event, parts?.accessKey)) return formatTexts(OUTCOMES.another, { accessKey });
  if (isRegisteredEvent(event)) return formatTexts(OUTCOMES.registered, { registration: registrationOf(event) });
  return status === undefined ? OUTCOMES.requested : formatTexts(OUTCOMES.unregistered, { status });
}
