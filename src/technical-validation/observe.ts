import type { Database } from "../platform/database/database.ts";
import type { Observe, ObservedCall } from "../platform/http/call-observers.ts";
import type { Log } from "../platform/observability/log.ts";
import type { Work } from "../platform/jobs/job.ts";
import type { SellerIdentity } from "../sellers/index.ts";
import { CHECKLIST } from "./checklist.ts";
import { METHODS } from "./coverage.ts";
import type { CallFacts } from "./load.ts";
import { insertCalls, insertCoverage, listUnderWay } from "./queries.ts";

/** A run under way. */
export interface UnderWay {
  readonly sellerId: number;
  readonly validationId: string;
  readonly credentialId: string;
}

/** Hears of every call and writes down what the checklists and the coverage need, a moment later. */
export interface Observer {
  readonly observe: Observe;
  /** Its calls count from now on; other processes hear of it by asking. */
  began(run: UnderWay): void;
  ended(validationId: string): void;
  /** Writes what was heard so far. */
  flush(): Promise<void>;
  /** Writes what was heard, and asks which runs are under way. */
  readonly works: readonly Work[];
  close(): Promise<void>;
}

interface Heard {
  readonly run: UnderWay;
  readonly at: number;
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  readonly subject: string | undefined;
  readonly facts: CallFacts;
}
interface Use {
  readonly sellerId: number;
  readonly clientId: string;
  readonly operation: string;
  readonly at: number;
}

const FLUSH_MS = 200;
const RUNS_POLL_MS = 500;
/** Calls of a run that are kept of one operation, and of those the ones about one subject; as many again that were refused. */
const MOST_CALLS = 500;
const MOST_ABOUT_ONE = 20;
/** Calls held while the database is away. */
const MOST_HELD = 10_000;
/** Applications and sellers whose coverage a process remembers. */
const MOST_REMEMBERED = 50_000;

const INTEGRATION = new Set(CHECKLIST.flatMap(({ operations }) => operations));
const PORTAL = new Set(CHECKLIST.flatMap(({ portal }) => portal ?? []));
const COVERED: ReadonlySet<string> = new Set(METHODS);

/** `onFlushed` is told of the runs that heard something. In production there are no runs, and only the coverage is written. */
export function createObserver({
  db,
  log,
  hasRuns,
  onFlushed,
}: {
  readonly db: Database;
  readonly log: Log;
  readonly hasRuns: boolean;
  readonly onFlushed: (runs: readonly UnderWay[]) => Promise<void>;
}): Observer {
  let byCredential = new Map<string, UnderWay>();
  /** What began while the database is asked which are under way: its answer may be older. */
  let begunMeanwhile: UnderWay[] = [];
  let heard: Heard[] = [];
  let uses: Use[] = [];
  const covered = new Map<string, Set<string>>();
  /** The same sets by the identity that a door remembers for some seconds: no text is put together for a call. */
  const ofIdentity = new WeakMap<SellerIdentity, Set<string>>();

  const note = (run: UnderWay, call: ObservedCall) => {
    if (heard.length >= MOST_HELD) return;
    const { at, requestId, operation, status } = call;
    const code = call.refusal?.failures[0]?.code;
    const lines = operation.id === "postOrder" ? linesOf(call.sent) : undefined;
    const facts = { ...(code === undefined ? {} : { code }), ...(lines === undefined ? {} : { lines }) };
    heard.push({ run, at, requestId, operation: operation.id, status, subject: subjectOf(call), facts });
  };

  const coveredBy = (identity: SellerIdentity): Set<string> => {
    const remembered = ofIdentity.get(identity);
    if (remembered) return remembered;
    const key = `${identity.sellerId} ${identity.clientId}`;
    const known = covered.get(key) ?? new Set();
    if (covered.size >= MOST_REMEMBERED) covered.clear();
    covered.set(key, known);
    ofIdentity.set(identity, known);
    return known;
  };
  const cover = (identity: SellerIdentity, operation: string, at: number) => {
    const known = coveredBy(identity);
    if (known.has(operation)) return;
    known.add(operation);
    uses.push({ sellerId: identity.sellerId, clientId: identity.clientId, operation, at });
  };

  const observe: Observe = (call) => {
    const { operation, who, status } = call;
    if (who === undefined) return;
    if (operation.audience === "seller") {
      const identity = who as SellerIdentity;
      if (status < 300 && COVERED.has(operation.id)) cover(identity, operation.id, call.at);
      const run = byCredential.size === 0 ? undefined : byCredential.get(identity.credentialId);
      if (run !== undefined && INTEGRATION.has(operation.id)) note(run, call);
    } else if (byCredential.size > 0 && PORTAL.has(operation.id)) {
      const sellerId = Number(call.parameters["sellerId"]);
      for (const run of byCredential.values()) if (run.sellerId === sellerId) note(run, call);
    }
  };

  let flushed = Promise.resolve();
  /** One after the other: whoever asks for it reads what was heard before, also when somebody else is writing it. */
  const flush = (): Promise<void> => (flushed = flushed.catch(() => undefined).then(write));

  async function write(): Promise<void> {
    const [calls, firsts] = [heard, uses];
    [heard, uses] = [[], []];
    try {
      if (firsts.length > 0) await writeCoverage(db, firsts);
    } catch (error) {
      uses = [...firsts, ...uses].slice(0, MOST_HELD);
      heard = [...calls, ...heard].slice(0, MOST_HELD);
      throw error;
    }
    if (calls.length === 0) return;
    try {
      await writeCalls(db, calls);
    } catch (error) {
      heard = [...calls, ...heard].slice(0, MOST_HELD);
      throw error;
    }
    await onFlushed([...new Map(calls.map(({ run }) => [run.validationId, run])).values()]);
  }

  async function refresh(): Promise<number> {
    begunMeanwhile = [];
    const rows = await db.run("every seller", listUnderWay, []);
    const asked = rows.map((row) => ({ sellerId: row.seller_id, validationId: row.validation_id, credentialId: row.credential_id }));
    byCredential = new Map([...asked, ...begunMeanwhile].map((run) => [run.credentialId, run]));
    return 0;
  }

  return {
    observe,
    began(run) {
      byCredential.set(run.credentialId, run);
      begunMeanwhile.push(run);
    },
    ended(validationId) {
      for (const [credentialId, run] of byCredential) if (run.validationId === validationId) byCredential.delete(credentialId);
    },
    flush,
    works: [
      { name: "validation calls", pollMs: FLUSH_MS, run: async () => (await flush(), 0) },
      ...(hasRuns ? [{ name: "validations under way", pollMs: RUNS_POLL_MS, run: refresh }] : []),
    ],
    async close() {
      await flush().catch((error: unknown) => log.warn({ error }, "the last calls of validations were not recorded"));
    },
  };
}

async function writeCalls(db: Database, calls: readonly Heard[]): Promise<void> {
  await db.run([...new Set(calls.map(({ run }) => run.sellerId))], insertCalls, [
    calls.map(({ run }) => run.sellerId),
    calls.map(({ run }) => run.validationId),
    calls.map(({ at }) => at),
    calls.map(({ requestId }) => requestId),
    calls.map(({ operation }) => operation),
    calls.map(({ status }) => status),
    calls.map(({ subject }) => subject ?? null),
    calls.map(({ facts }) => JSON.stringify(facts)),
    MOST_CALLS,
    MOST_ABOUT_ONE,
  ]);
}

async function writeCoverage(db: Database, uses: readonly Use[]): Promise<void> {
  await db.run([...new Set(uses.map(({ sellerId }) => sellerId))], insertCoverage, [
    uses.map(({ sellerId }) => sellerId),
    uses.map(({ clientId }) => clientId),
    uses.map(({ operation }) => operation),
    uses.map(({ at }) => at),
  ]);
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The longest that an address may name. */
const LONGEST_SUBJECT = 300;
/** Refused calls name whatever they like, also what no database holds. */
const UNSPEAKABLE = /[\p{Cc}\p{Cs}]/u;

/** The sku or order number a call is about; undefined when it names none, or one that nothing can have. */
function subjectOf(call: ObservedCall): string | undefined {
  const subject = namedBy(call);
  return subject === undefined || subject.length > LONGEST_SUBJECT || UNSPEAKABLE.test(subject) ? undefined : subject;
}

/** The address names it, and of what it made its body or the new address does. */
function namedBy({ operation, parameters, sent, location }: ObservedCall): string | undefined {
  if (operation.id === "postProduct") return textOf((sent as { readonly sku?: unknown } | undefined)?.sku);
  if (operation.id === "postOrder")
    return location === undefined ? undefined : decodeURIComponent(location.slice(location.lastIndexOf("/") + 1));
  return parameters["sku"] ?? parameters["orderNumber"];
}

interface SentOrder {
  readonly items?: unknown;
  readonly shippings?: unknown;
}
const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** How many different products an order asks for. */
function linesOf(sent: unknown): number {
  const { items, shippings } = (sent ?? {}) as SentOrder;
  const lines = [...arrayOf(items), ...arrayOf(shippings).flatMap((shipping) => arrayOf((shipping as SentOrder | null)?.items))];
  return new Set(lines.map((line) => (line as { readonly sku?: unknown } | null)?.sku)).size;
}
