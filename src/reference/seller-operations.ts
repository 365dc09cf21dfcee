import { nearestWords } from "../platform/basics/index.ts";
import {
  type Answer,
  type Call,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  type Operation,
  type Refusal,
  takePage,
} from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { SellerCall, SellerIdentity } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { referenceErrors } from "./errors.ts";
import { lookupPaths, renderedListsOf } from "./response-cache.ts";
import { affectedTotals, listChangesSince, listWaiting } from "./queries.ts";
import { affectedTotalsOf, announcedView } from "./announced-view.ts";
import type { ReferenceSnapshot } from "./snapshot.ts";
import type { ReferenceStore } from "./store.ts";

/** The dependencies of the operations on reference data. */
export interface ReferenceContext {
  readonly db: Database;
  readonly store: ReferenceStore;
  readonly settings: {
    /** Days between the recording and the effect of changes that remove or narrow something. */
    readonly referenceNoticeDays: number;
  };
}

/** The lookups for sellers (seed 4.2), and the list of changes to them. */
export function lookupEndpoints({ db, store }: ReferenceContext): readonly Endpoint[] {
  return [
    lookup(store, contract.listBrands, () => lookupPaths.brands),
    lookup(store, contract.listColors, () => lookupPaths.colors),
    lookup(store, contract.listFlavors, () => lookupPaths.flavors),
    lookup(store, contract.listSizes, () => lookupPaths.sizes),
    lookup(store, contract.listStores, () => lookupPaths.stores),
    lookup(store, contract.listDepartments, ({ buId }) => lookupPaths.departments(buId), storeUnknown),
    lookup(store, contract.listProductTypes, ({ departmentCode }) => lookupPaths.productTypes(departmentCode), departmentUnknown),
    lookup(store, contract.listTemplates, (path) => lookupPaths.templates(path.departmentCode, path.productTypeCode), typeUnknown),
    lookup(store, contract.getProductSchema, (path) => lookupPaths.schema(path.departmentCode, path.productTypeCode), typeUnknown),
    endpoint(contract.listReferenceChangesSince, (call: ChangesSinceCall) => changesSince(db, store, call)),
  ];
}

/** Creates a lookup, which returns a text that is rendered once per version. `refuse` is called when the version has no list at the path. */
const lookup = <O extends Operation>(store: ReferenceStore, row: O, pathOf: (path: PathOf<O>) => string, refuse?: Refuse<O>): Endpoint =>
  endpoint(row, async (call: Call<O, SellerIdentity>): Promise<Answer | Refusal> => {
    const reference = await store.latest();
    const rendered = renderedListsOf(reference).get(pathOf(call.path))?.();
    if (!rendered) return refuse!(call.path, reference);
    const { text, headers } = rendered;
    return { status: 200, text, headers };
  });

type ChangesSinceCall = SellerCall<typeof contract.listReferenceChangesSince>;

async function changesSince(db: Database, store: ReferenceStore, call: ChangesSinceCall): Promise<Answer> {
  const { since = 0, size = DEFAULT_SIZE } = call.query;
  // The version is read before the changes, so a client that continues from this version misses no change.
  const { version } = await store.latest();
  const [read, scheduled] = await Promise.all([db.run([], listChangesSince, [since, size + 1]), db.run([], listWaiting, [])]);
  const { rows: made, more } = takePage(size, read);
  if (made.length === 0 && scheduled.length === 0) return { status: 204 };
  const { path } = contract.listReferenceChangesSince;
  const last = made.at(-1)?.version;
  const next = more ? [{ rel: "next", href: `${path}?since=${last}&size=${size}` }] : [];
  const { sellerId } = call.who;
  const narrowing = [...made, ...scheduled].filter(({ narrows }) => narrows === true).map(({ change_id }) => change_id);
  const totals = affectedTotalsOf(narrowing.length === 0 ? [] : await db.run([sellerId], affectedTotals, [sellerId, narrowing]));
  const body = {
    version: Math.max(version, last ?? 0),
    items: made.map((row) => ({ version: row.version, ...announcedView(row, totals) })),
    announced: scheduled.map((row) => announcedView(row, totals)),
    links: [{ rel: "self", href: `${path}?since=${since}&size=${size}` }, ...next],
  };
  return { status: 200, body };
}

function storeUnknown({ buId }: { readonly buId: string }, { data: { stores } }: ReferenceSnapshot): Refusal {
  const suggestions = nearestWords(
    buId,
    stores.flatMap(({ code, name }) => [code, name]),
  );
  return referenceErrors.refuse("store_list_unknown", {
    pointer: "path.buId",
    received: buId,
    allowed: stores.map(({ code }) => code),
    suggestions,
  });
}

const departmentUnknown = ({ departmentCode }: DepartmentPath): Refusal =>
  referenceErrors.refuse("department_list_unknown", { pointer: "path.departmentCode", received: departmentCode });

const typeUnknown = (path: ProductTypePath, reference: ReferenceSnapshot): Refusal =>
  renderedListsOf(reference).has(lookupPaths.productTypes(path.departmentCode))
    ? referenceErrors.refuse("product_type_list_unknown", {
        pointer: "path.productTypeCode",
        received: path.productTypeCode,
        params: { department: path.departmentCode },
      })
    : departmentUnknown(path);

type PathOf<O extends Operation> = Call<O, SellerIdentity>["path"];
type Refuse<O extends Operation> = (path: PathOf<O>, reference: ReferenceSnapshot) => Refusal;
interface DepartmentPath {
  readonly departmentCode: number;
}
interface ProductTypePath extends DepartmentPath {
  readonly productTypeCode: number;
}
