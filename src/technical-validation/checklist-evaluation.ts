import { CHECKLIST, type Requirement, type ReasonNotCounted } from "./checklist.ts";

/** A call that was recorded for a run. */
export interface RecordedCall {
  readonly requestId: string;
  /** Real time, epoch ms. */
  readonly at: number;
  readonly operation: string;
  readonly status: number;
  /** Sku or order number; undefined where the call named none. */
  readonly subject: string | undefined;
  /** The first refusal code. */
  readonly code?: string;
  /** How many different products the order asks for. */
  readonly lines?: number;
}

/** A product that the run created, as it is now. */
export interface CreatedProduct {
  readonly group: string;
  /** Whether it reached Em catalogação or Aprovado. */
  readonly cataloged: boolean;
}

/** Whether a call counts for a requirement. */
export interface CallEvaluation {
  readonly call: RecordedCall;
  readonly requirement: string;
  /** Why it does not count. Absent = it counts. */
  readonly why?: ReasonNotCounted;
}

/** A requirement and how much of it is done. */
export interface ChecklistItem {
  readonly requirement: Requirement;
  readonly count: number;
  readonly done: boolean;
  readonly missed: readonly CallEvaluation[];
}

/** The checklist as the calls of a run fulfil it. */
export interface ChecklistResult {
  readonly items: readonly ChecklistItem[];
  readonly complete: boolean;
  /** In the order of the calls. */
  readonly evaluations: readonly CallEvaluation[];
}

/** How many calls that did not count are shown per requirement, the newest. An integration that loops makes any number of them. */
const MAX_MISSED = 20;
const succeeded = ({ status }: RecordedCall) => status >= 200 && status < 300;

/** Evaluates the calls of a run, oldest first, against the checklist. `products` are the products its calls created, by sku. */
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

/** What the rules know about the run as a whole. */
interface RunFacts {
  readonly created: ReadonlySet<string>;
  readonly products: ReadonlyMap<string, CreatedProduct>;
  /** The product group that counts as the run's family. */
  readonly family: string | undefined;
  readonly orders: ReadonlySet<string>;
}

/** Calls with the same key count once. Lookups name no subject and count by operation. */
const countingKey = ({ call }: CallEvaluation): string => call.subject ?? call.operation;

const subjectsOf = (calls: readonly RecordedCall[], operation: string): ReadonlySet<string> =>
  new Set(calls.flatMap((call) => (call.operation === operation && succeeded(call) && call.subject !== undefined ? [call.subject] : [])));

/** The family with the most catalogued members; on a tie the one with the most members, then the first. */
function familyOf(created: ReadonlySet<string>, products: ReadonlyMap<string, CreatedProduct>): string | undefined {
  const weights = new Map<string, number>();
  for (const sku of created) {
    const product = products.get(sku);
    if (product) weights.set(product.group, (weights.get(product.group) ?? 0) + (product.cataloged ? CATALOGED_WEIGHT : 1));
  }
  return [...weights].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
/** Above the number of calls a run can have, so that any catalogued member outweighs all others. */
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

/** Reads repeat while an integration waits for a status, so a repeated read is not reported. */
const isRead = ({ operation }: RecordedCall) => operation.startsWith("get") || operation.startsWith("list");

/** Why a call that succeeded does not count. One rule for each way of counting. */
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
