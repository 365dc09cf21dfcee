import { DAY_MS, isoDateTime } from "../platform/basics/index.ts";
import { type Lang, listPath, type LocalizedText } from "../platform/contract/index.ts";
import type { EndpointHealthRow, EndpointRow } from "./queries.ts";

/** The path of a seller's endpoints. */
export const ENDPOINTS_PATH = "/api/v1/notifications/endpoints";

/** The path of one endpoint. */
export const endpointHref = (endpointId: string): string => `${ENDPOINTS_PATH}/${encodeURIComponent(endpointId)}`;

const WARNINGS = {
  failing: {
    "pt-BR": "Nada é entregue há mais de um dia; se continuar assim, o endereço será desativado. Corrija-o e use PUT.",
    en: "Nothing has been delivered for more than a day; if that goes on the endpoint will be disabled. Mend it and use PUT.",
  },
  disabled: {
    "pt-BR": "O endereço foi desativado; corrija-o e reative-o com PUT e enabled true, e o que faltou será entregue.",
    en: "The endpoint was disabled; mend it and enable it with PUT and enabled true, and what it missed will be delivered.",
  },
} as const satisfies Record<string, LocalizedText>;

const when = (ms: number | null) => (ms === null ? undefined : isoDateTime(ms));
/** The instant, if it is in the future; otherwise undefined. */
const until = (ms: number | null, now: number) => (ms !== null && ms > now ? isoDateTime(ms) : undefined);

/** The current marketplace time and the current real time, epoch ms. A previous secret expires by real time, as receivers check signatures by it. */
export interface ViewTimes {
  readonly now: number;
  readonly realNow: number;
}

/** An endpoint on the wire, without its secret. */
export function endpointView(row: EndpointRow, { now, realNow }: ViewTimes, lang: Lang) {
  const href = endpointHref(row.endpoint_id);
  const isFailing = row.failing_since !== null && now - row.failing_since >= DAY_MS;
  return {
    id: row.endpoint_id,
    name: row.name,
    url: row.url,
    events: row.kinds,
    enabled: row.status === "enabled",
    status: row.status,
    disabledReason: row.disabled_reason ?? undefined,
    proven: row.proven,
    cursorSeq: row.cursor_seq,
    behind: Math.max(0, row.events - row.cursor_seq),
    failingSince: when(row.failing_since),
    circuitOpenSince: when(row.open_since),
    pausedUntil: until(row.pause_until, now),
    previousSecretUntil: until(row.previous_until, realNow),
    replay: row.replay_seq === null ? undefined : { fromSeq: row.replay_seq + 1, untilSeq: row.replay_until! },
    warning: row.status === "disabled" ? WARNINGS.disabled[lang] : isFailing ? WARNINGS.failing[lang] : undefined,
    createdAt: isoDateTime(row.created_at),
    links: [
      { rel: "self", href },
      { rel: "test", href: `${href}/test` },
      { rel: "deliveries", href: `${href}/deliveries` },
    ],
  };
}

/** An endpoint as the marketplace sees it: how it is, not where. */
export const endpointHealthView = (row: EndpointHealthRow) => ({
  sellerId: row.seller_id,
  endpointId: row.endpoint_id,
  name: row.name,
  status: row.status,
  disabledReason: row.disabled_reason ?? undefined,
  proven: row.proven,
  behind: Math.max(0, row.events - row.cursor_seq),
  failingSince: when(row.failing_since),
  circuitOpenSince: when(row.open_since),
  createdAt: isoDateTime(row.created_at),
  links: [{ rel: "deliveries", href: listPath("/operator/v1/deliveries", { sellerId: row.seller_id, endpointId: row.endpoint_id }) }],
});

/** The answer to a request that started a delivery. */
export const deliveryAccepted = (endpointId: string, deliveryId: string) => ({
  deliveryId,
  links: [{ rel: "self", href: `${endpointHref(endpointId)}/deliveries/${encodeURIComponent(deliveryId)}` }],
});
