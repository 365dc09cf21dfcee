import { isoDateTime, kindOfActor } from "../platform/basics/index.ts";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import { availableForSale } from "./stock-view.ts";
import { LEDGER_CAUSES } from "./causes.ts";
import type { LedgerEntry, LedgerMismatch } from "./queries.ts";

/**
 * A ledger entry on the wire. `by` says only what acted (`credential`, `operator`, `simulator` or `timer`), never who. The quantities have
 * the same names as in the stock record.
 */
export function ledgerEntryView(entry: LedgerEntry, lang: Lang) {
  const { cause, order_number, physical, reserved } = entry;
  const order = order_number ?? undefined;
  // A process of a newer version may have written a cause for which this version has no text.
  const text = (LEDGER_CAUSES as Readonly<Record<string, LocalizedText>>)[cause];
  return {
    version: entry.version,
    date: isoDateTime(entry.at),
    cause,
    ...(text ? { message: formatMessage(text[lang], { order }) } : {}),
    ...(order === undefined ? {} : { orderNumber: order }),
    physicalDelta: entry.physical_delta,
    reservedDelta: entry.reserved_delta,
    available: physical,
    physical,
    reserved,
    availableForSale: availableForSale(physical, reserved),
    by: kindOfActor(entry.actor),
    requestId: entry.request_id,
    ...(order === undefined ? {} : { _links: { order: { href: `/api/v1/orders/${encodeURIComponent(order)}` } } }),
  };
}

/** A stock that differs from its ledger, on the wire. */
export const ledgerMismatchView = (found: LedgerMismatch) => {
  const { sku, version, physical, reserved, entries, physical_sum, reserved_sum, astray } = found;
  return {
    sku,
    ...(version === null ? {} : { stock: { version, physical, reserved } }),
    ledger: { entries, physical: physical_sum, reserved: reserved_sum, astray },
  };
};
