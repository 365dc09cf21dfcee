import { isoDateTime } from "../platform/basics/index.ts";
import { type Deprecation, formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import { affectedPath, affectedView, type AffectedTotals, type ChangeRow, entryName } from "../reference/index.ts";
import type { ExpiringCredential } from "../sellers/index.ts";
import type { ChangeKind } from "./change-kinds.ts";

/** An item of the feed. */
export interface FeedEntry {
  readonly id: string;
  readonly announcedAt: number;
  readonly effectiveAt: number;
  readonly view: Readonly<Record<string, unknown>>;
}

interface ItemFacts {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly breaking: boolean;
  readonly announcedAt: number;
  readonly effectiveAt: number;
  readonly subject: string;
  readonly description: string;
  readonly action: string;
  readonly affected?: object | undefined;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

const entryOf = ({ announcedAt, effectiveAt, affected, ...facts }: ItemFacts): FeedEntry => ({
  id: facts.id,
  announcedAt,
  effectiveAt,
  view: {
    ...facts,
    announcedAt: isoDateTime(announcedAt),
    effectiveAt: isoDateTime(effectiveAt),
    ...(affected === undefined ? {} : { affected }),
  },
});

const TEXTS = {
  removed: { "pt-BR": "{name} deixa de existir em {list}.", en: "{name} ceases to exist in {list}." },
  put: { "pt-BR": "{name} muda em {list}.", en: "{name} changes in {list}." },
  rule: { "pt-BR": "A regra {name} muda.", en: "The rule {name} changes." },
  nothing: { "pt-BR": "Nada a fazer.", en: "There is nothing to do." },
  counting: {
    "pt-BR": "Os seus produtos ainda estão sendo contados; consulte de novo em alguns minutos.",
    en: "Your products are still being counted; look again in a few minutes.",
  },
  past: {
    "pt-BR": "Vale há muito tempo; corrija o que a validação criticar.",
    en: "It has long been in effect; correct what the validation criticizes.",
  },
  none: {
    "pt-BR": "Nenhum produto seu é atingido; não use o valor em produtos novos.",
    en: "None of your products is affected; do not use the value in new ones.",
  },
  mend: {
    "pt-BR": "Corrija os {skus} produtos atingidos até a data, ou peça a alteração dos já aprovados; veja `affected`.",
    en: "Correct the {skus} affected products by the date, or request the change of approved ones; see `affected`.",
  },
  deprecated: { "pt-BR": "{what} deixa de ser servido depois da data.", en: "{what} is no longer served after the date." },
  expiry: { "pt-BR": "A credencial {name} vence.", en: "The credential {name} expires." },
  rotate: {
    "pt-BR": "Gere a próxima com POST /api/v1/credentials/rotate e troque-a antes da data.",
    en: "Make the next one with POST /api/v1/credentials/rotate and change over before the date.",
  },
} as const satisfies Record<string, LocalizedText>;

/** A change of reference data or of a rule. */
export function referenceEntry(row: ChangeRow, totals: AffectedTotals, lang: Lang): FeedEntry {
  const { change_id, list, code, item, made_at, effective_at, narrows } = row;
  const affected = affectedView(row, totals);
  const breaking = narrows ?? item === null;
  const counted = totals.get(change_id);
  const name = list === "rules" ? code : (counted?.name ?? entryName(item) ?? code);
  const text = list === "rules" ? TEXTS.rule : item === null ? TEXTS.removed : TEXTS.put;
  const kind = list !== "rules" ? "reference_value" : code === "familyMinimum" ? "family_minimum" : "rule";
  return entryOf({
    id: `reference-${change_id}`,
    kind,
    breaking,
    announcedAt: made_at,
    effectiveAt: effective_at,
    subject: `${list}/${code}`,
    description: formatMessage(text[lang], { name, list }),
    action: formatMessage(referenceAction({ breaking, isCounted: counted !== undefined, skus: affected?.skus })[lang], {
      skus: affected?.skus,
    }),
    affected,
    links: breaking ? [{ rel: "affected", href: affectedPath(change_id) }] : [],
  });
}

interface ActionFacts {
  readonly breaking: boolean;
  /** Whether the change is young enough to be counted. */
  readonly isCounted: boolean;
  /** Undefined while the first count runs. */
  readonly skus: number | undefined;
}

function referenceAction({ breaking, isCounted, skus }: ActionFacts): LocalizedText {
  if (!breaking) return TEXTS.nothing;
  if (!isCounted) return TEXTS.past;
  if (skus === undefined) return TEXTS.counting;
  return skus === 0 ? TEXTS.none : TEXTS.mend;
}

/** An operation, a parameter or a field that will be removed. */
export function deprecationEntry({ code, operation, part, deprecatedAt, sunsetAt, instead, guide }: Deprecation, lang: Lang): FeedEntry {
  const what = part === undefined ? operation : `${operation} ${part.in === "query" ? part.name : part.pointer}`;
  return entryOf({
    id: `deprecation-${code}`,
    kind: "api_deprecation",
    breaking: true,
    announcedAt: deprecatedAt,
    effectiveAt: sunsetAt,
    subject: what,
    description: formatMessage(TEXTS.deprecated[lang], { what }),
    action: instead[lang],
    links: [{ rel: "deprecation", href: guide }],
  });
}

/** A credential that expires soon. */
export const expiryEntry = ({ credentialId, name, announcedAt, expiresAt }: ExpiringCredential, lang: Lang): FeedEntry =>
  entryOf({
    id: `credential-${credentialId}`,
    kind: "credential_expiry",
    breaking: true,
    announcedAt,
    effectiveAt: expiresAt,
    subject: credentialId,
    description: formatMessage(TEXTS.expiry[lang], { name }),
    action: TEXTS.rotate[lang],
    links: [{ rel: "credential", href: `/api/v1/credentials/${credentialId}` }],
  });

/** Entries in the order of their announcement, then of their ids. */
export const inOrder = (entries: readonly FeedEntry[]): readonly FeedEntry[] =>
  entries.toSorted((one, other) => one.announcedAt - other.announcedAt || compareIds(one.id, other.id));

/** Compares ids: numbers in them by their value, so that change 9 comes before change 10. */
export const compareIds = (one: string, other: string): number => one.length - other.length || (one < other ? -1 : Number(one > other));
