import { CHECKLIST, type Requirement, type Why } from "./checklist.ts";

/** A call that a run saw. */
export interface SeenCall {
  readonly requestId: string;
  /** Real time, epoch ms. */
  readonly at: number;
  readonly operation: string;
  readonly status: number;
  /** Sku or order number; undefined where the call named none. */
  readonly subject: string | undefined;
  /** What it was refused with first. */
  readonly code?: string;
  /** How many item lines the order has. */
  readonly lines?: number;
}

/** A product of the run as it is now. */
export interface SeenProduct {
  readonly group: string;
  /** It reached Em catalogação or Aprovado. */
  readonly cataloged: boolean;
}

/** What a call came to. */
export interface Verdict {
  readonly call: SeenCall;
  readonly requirement: string;
  /** Absent = it counted. */
  readonly why?: Why;
}

/** A requirement with what was done of it. */
export interface ChecklistItem {
  readonly requirement: Requirement;
  readonly count: number;
  readonly done: boolean;
  readonly missed: readonly Verdict[];
}

/** What the calls of a run come to. */
export interface Judgement {
  readonly items: readonly ChecklistItem[];
  readonly complete: boolean;
  /** In the order of the calls. */
  readonly verdicts: readonly Verdict[];
}

/** The newest of the calls that did not count; a wrong loop makes any number of them. */
const MOST_MISSED = 20;
const succeeded = ({ status }: SeenCall) => status >= 200 && status < 300;

/** Holds the calls of a run, oldest first, against the checklist; `products` are those that its calls name, as they are now. */
export function judge(calls: readonly SeenCall[], products: ReadonlyMap<string, SeenProduct>): Judgement {
  const created = subjectsOf(calls, "postProduct");
  const facts: Facts = { created, products, family: familyOf(created, products), orders: subjectsOf(calls, "postOrder") };
  const verdicts = CHECKLIST.flatMap((requirement) => verdictsOn(requirement, calls, facts));
  const counted = (code: string) =>
    new Set(verdicts.filter((one) => one.requirement === code && one.why === undefined).map(subjectOf)).size;
  const versions = new Set(CHECKLIST.flatMap(({ api, code }) => (api !== undefined && counted(code) > 0 ? [api] : []))).size;
  const items = CHECKLIST.map((requirement): ChecklistItem => {
    const { code, required } = requirement;
    const count = code === "versions" ? versions : counted(code);
    const missed = verdicts.filter((one) => one.requirement === code && one.why !== undefined).slice(-MOST_MISSED);
    return { requirement, count, done: count >= required, missed };
  });
  return { items, complete: items.every(({ done }) => done), verdicts };
}

interface Facts {
  readonly created: ReadonlySet<string>;
  readonly products: ReadonlyMap<string, SeenProduct>;
  readonly family: string | undefined;
  readonly orders: ReadonlySet<string>;
}

/** What each list of lookups, each product and each order counts as. */
const subjectOf = ({ call }: Verdict): string => call.subject ?? call.operation;

const subjectsOf = (calls: readonly SeenCall[], operation: string): ReadonlySet<string> =>
  new Set(calls.flatMap((call) => (call.operation === operation && succeeded(call) && call.subject !== undefined ? [call.subject] : [])));

/** The family with the most catalogued members, among alike ones that with the most members, then the first. */
function familyOf(created: ReadonlySet<string>, products: ReadonlyMap<string, SeenProduct>): string | undefined {
  const weights = new Map<string, number>();
  for (const sku of created) {
    const product = products.get(sku);
    if (product) weights.set(product.group, (weights.get(product.group) ?? 0) + (product.cataloged ? CATALOGED_WEIGHT : 1));
  }
  return [...weights].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
/** More than a run has calls. */
const CATALOGED_WEIGHT = 1_000_000;

function verdictsOn(requirement: Requirement, calls: readonly SeenCall[], facts: Facts): readonly Verdict[] {
  const { code, operations, portal, counts } = requirement;
  const before = new Set<string>();
  return calls.flatMap((call): readonly Verdict[] => {
    const about = { call, requirement: code };
    if (call.operation === portal && succeeded(call)) return [{ ...about, why: "made_by_the_portal" }];
    if (!operations.includes(call.operation)) return [];
    const { subject = call.operation } = call;
    const isRepeated = before.has(subject);
    const why = succeeded(call) ? counts && WHY_NOT[counts](call, subject, isRepeated, facts) : "refused";
    if (why !== undefined) return why === "sku_counted_already" && isRead(call) ? [] : [{ ...about, why }];
    before.add(subject);
    return isRepeated ? [] : [about];
  });
}

/** Whoever waits for a status reads it again and again. */
const isRead = ({ operation }: SeenCall) => operation.startsWith("get") || operation.startsWith("list");

/** Why a call that succeeded does not count, by how its requirement is counted. */
const WHY_NOT: Readonly<
  Record<NonNullable<Requirement["counts"]>, (call: SeenCall, subject: string, isRepeated: boolean, facts: Facts) => Why | undefined>
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
