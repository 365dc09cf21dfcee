import { CHECKLIST, type Requirement, type ReasonNotCounted } from "./checklist.ts";

/** A call that was recorded for a run. */
export interface RecordedCall {
  readonly requestId: string;
  /** Real time, epoch ms. */
  readonly at: number;
  readonly operation: string;
  readonly status: number;
  /** Sku or order number; undefined when the call had none. */
  readonly subject: string | undefined;
  /** The first refusal code. */
  readonly code?: string;
  /** Number of different products in the order. */
  readonly lines?: number;
}

/** The current state of a product that the run created. */
export interface CreatedProduct {
  readonly group: string;
  /** Whether the product is in the status Em catalogação or Aprovado. */
  readonly cataloged: boolean;
}

/** The decision whether a call counts for a requirement. */
export interface CallEvaluation {
  readonly call: RecordedCall;
  readonly requirement: string;
  /** Reason why the call does not count; absent = it counts. */
  readonly why?: ReasonNotCounted;
}

/** A requirement and its progress. */
export interface ChecklistItem {
  readonly requirement: Requirement;
  readonly count: number;
  readonly done: boolean;
  readonly missed: readonly CallEvaluation[];
}

/** The progress of a run on the whole checklist. */
export interface ChecklistResult {
  readonly items: readonly ChecklistItem[];
  readonly complete: boolean;
  /** Evaluations in the order of the requirements. Those of one requirement are in the order of the calls. */
  readonly evaluations: readonly CallEvaluation[];
}

/**
 * Maximum number of uncounted calls to show per requirement. The newest ones are shown. Without a limit, an integration in a loop could
 * fill the answer with them.
 */
const MAX_MISSED = 20;
const succeeded = ({ status }: RecordedCall) => status >= 200 && status < 300;

/** Evaluates the calls of a run against the checklist. `calls` are oldest first. `products` are the products that the run created, by sku. */
export function evaluateChecklist(calls: readonly RecordedCall[], products: ReadonlyMap<string, CreatedProduct>): ChecklistResult {
  const created = subjectsOf(calls, "postProduct");
  const facts: RunFacts = { created, products, family: familyOf(created, products), orders: subjectsOf(calls, "postOrder") };
  const evaluations = CHECKLIST.flatMap((requirement) => resultsFor(requirement, calls, facts));
  const counted = (code: string) =>
    new Set(evaluations.filter((one) => one.requirement === code && one.why === undefined).map(countingKey)).size;
  const versions = new Set(CHECKLIST.flatMap(({ api, code }) => (api !== undefined && counted(code) > 0 ? [api] : []))).size;
  const items = CHECKLIST.map((requirement): ChecklistItem => {
    const { code, required } = requirement;
    const count = code === "versions" ? versions : counted(code);
    const missed = evaluations.filter((one) => one.requirement === code && one.why !== undefined).slice(-MAX_MISSED);
    return { requirement, count, done: count >= required, missed };
  });
  return { items, complete: items.every(({ done }) => done), evaluations };
}

/** Data about the whole run that the rules need. */
interface RunFacts {
  readonly created: ReadonlySet<string>;
  readonly products: ReadonlyMap<string, CreatedProduct>;
  /** The product group that counts as the run's family. */
  readonly family: string | undefined;
  readonly orders: ReadonlySet<string>;
}

/** The key by which a call is counted. Calls with the same key count once. Lookups have no subject, so their key is the operation. */
const countingKey = ({ call }: CallEvaluation): string => call.subject ?? call.operation;

const subjectsOf = (calls: readonly RecordedCall[], operation: string): ReadonlySet<string> =>
  new Set(calls.flatMap((call) => (call.operation === operation && succeeded(call) && call.subject !== undefined ? [call.subject] : [])));

/**
 * The family with the most catalogued products. In a tie, the family with the most products wins. If this is a tie too, the family whose
 * first product was created earliest wins.
 */
function familyOf(created: ReadonlySet<string>, products: ReadonlyMap<string, CreatedProduct>): string | undefined {
  const weights = new Map<string, number>();
  for (const sku of created) {
    const product = products.get(sku);
    if (product) weights.set(product.group, (weights.get(product.group) ?? 0) + (product.cataloged ? CATALOGED_WEIGHT : 1));
  }
  return [...weights].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
/**
 * Weight of a catalogued product. Other products have weight 1. A run has fewer products than this weight, so one catalogued product
 * outweighs all products that are not catalogued.
 */
const CATALOGED_WEIGHT = 1_000_000;

function resultsFor(requirement: Requirement, calls: readonly RecordedCall[], facts: RunFacts): readonly CallEvaluation[] {
  const { code, operations, portal, counts } = requirement;
  const counted = new Set<string>();
  return calls.flatMap((call): readonly CallEvaluation[] => {
    const about = { call, requirement: code };
    if (call.operation === portal && succeeded(call)) return [{ ...about, why: "made_by_the_portal" }];
    if (!operations.includes(call.operation)) return [];
    const { subject = call.operation } = call;
    const isRepeated = counted.has(subject);
    const why = succeeded(call) ? counts && REASON_RULES[counts](call, subject, isRepeated, facts) : "refused";
    if (why !== undefined) return why === "sku_counted_already" && isRead(call) ? [] : [{ ...about, why }];
    counted.add(subject);
    return isRepeated ? [] : [about];
  });
}

/** Whether a call only reads. Repeated reads are not shown as uncounted, because integrations read again while they wait for a status. */
const isRead = ({ operation }: RecordedCall) => operation.startsWith("get") || operation.startsWith("list");

/** Rules that decide why a successful call does not count. There is one rule for each counting method. */
const REASON_RULES: Readonly<
  Record<
    NonNullable<Requirement["counts"]>,
    (call: RecordedCall, subject: string, isRepeated: boolean, run: RunFacts) => ReasonNotCounted | undefined
  >
> = {
  products: (_call, sku, _isRepeated, { products, family }) => {
    if (products.get(sku)?.group !== family) return "sku_of_another_family";
    return products.get(sku)?.cataloged ? undefined : "not_cataloged_yet";
  },
  skus: (_call, sku, isRepeated, { created, products, family }) => {
    if (!created.has(sku) || products.get(sku)?.group !== family) return "sku_of_another_family";
    return isRepeated ? "sku_counted_already" : undefined;
  },
  orders: ({ lines = 0 }) => (lines > 1 ? undefined : "one_item_only"),
  "moved orders": (_call, order, isRepeated, { orders }) => {
    if (!orders.has(order)) return "order_of_before_the_run";
    return isRepeated ? "order_counted_already" : undefined;
  },
};
