import { isoDateTime } from "../platform/basics/clock.ts";
import { endpoint, type Answer, type Call, type Endpoint, type Operation } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import type { Refusal } from "../platform/contract/errors.ts";
import { nearest } from "../platform/basics/nearest-words.ts";
import { DEFAULT_SIZE, upTo } from "../platform/contract/paging.ts";
import type { SellerCall, SellerIdentity } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { referenceErrors } from "./errors.ts";
import { viewOf } from "./lists.ts";
import { paths, shelfOf } from "./response-cache.ts";
import { listChangesSince, listWaiting, type ChangeRow } from "./queries.ts";
import type { ReferenceSnapshot } from "./snapshot.ts";
import type { ReferenceStore } from "./store.ts";

/** What the operations of this slice work on. */
export interface ReferenceContext {
  readonly db: Database;
  readonly store: ReferenceStore;
}

/** The lookups of the seed (4.2), those that lead to them, and the feed of what changed in them. */
export function lookupEndpoints({ db, store }: ReferenceContext): readonly Endpoint[] {
  /** Nothing is computed for a request: its answer stands on the shelf, which is replaced first when it is out of date. */
  const lookUp = <O extends Operation>(row: O, pathOf: (path: Call<O, SellerIdentity>["path"]) => string, refuse?: Refuse<O>): Endpoint =>
    endpoint(row, async (call: Call<O, SellerIdentity>): Promise<Answer | Refusal> => {
      const reference = await store.latest();
      const ready = shelfOf(reference).get(pathOf(call.path))?.();
      if (!ready) return refuse!(call.path, reference);
      const { text, headers } = ready;
      return { status: 200, text, headers };
    });

  const storeUnknown = ({ buId }: { readonly buId: string }, { data: { stores } }: ReferenceSnapshot) => {
    const suggestions = nearest(
      buId,
      stores.flatMap(({ code, name }) => [code, name]),
    );
    return referenceErrors.refuse("store_list_unknown", {
      pointer: "path.buId",
      received: buId,
      allowed: stores.map(({ code }) => code),
      suggestions,
    });
  };
  const departmentUnknown = ({ departmentCode }: OfDepartment) =>
    referenceErrors.refuse("department_list_unknown", { pointer: "path.departmentCode", received: departmentCode });
  const typeUnknown = (path: OfType, reference: ReferenceSnapshot) =>
    shelfOf(reference).has(paths.productTypes(path.departmentCode))
      ? referenceErrors.refuse("product_type_list_unknown", {
          pointer: "path.productTypeCode",
          received: path.productTypeCode,
          params: { department: path.departmentCode },
        })
      : departmentUnknown(path);

  return [
    lookUp(contract.listBrands, () => paths.brands),
    lookUp(contract.listColors, () => paths.colors),
    lookUp(contract.listFlavors, () => paths.flavors),
    lookUp(contract.listSizes, () => paths.sizes),
    lookUp(contract.listStores, () => paths.stores),
    lookUp(contract.listDepartments, ({ buId }) => paths.departments(buId), storeUnknown),
    lookUp(contract.listProductTypes, ({ departmentCode }) => paths.productTypes(departmentCode), departmentUnknown),
    lookUp(contract.listTemplates, (path) => paths.templates(path.departmentCode, path.productTypeCode), typeUnknown),
    lookUp(contract.getProductSchema, (path) => paths.schema(path.departmentCode, path.productTypeCode), typeUnknown),
    endpoint(contract.listReferenceChangesSince, async (call: SellerCall<typeof contract.listReferenceChangesSince>): Promise<Answer> => {
      const { since = 0, size = DEFAULT_SIZE } = call.query;
      // Read first: whoever goes on from this version must have seen every change up to it.
      const { version } = await store.latest();
      const [read, waiting] = await Promise.all([db.run([], listChangesSince, [since, size + 1]), db.run([], listWaiting, [])]);
      const { rows: made, more } = upTo(size, read);
      if (made.length === 0 && waiting.length === 0) return { status: 204 };
      const { path } = contract.listReferenceChangesSince;
      const last = made.at(-1)?.version;
      const next = more ? [{ rel: "next", href: `${path}?since=${last}&size=${size}` }] : [];
      const body = {
        version: Math.max(version, last ?? 0),
        items: made.map((row) => ({ version: row.version, ...changeView(row) })),
        announced: waiting.map(changeView),
        links: [{ rel: "self", href: `${path}?since=${since}&size=${size}` }, ...next],
      };
      return { status: 200, body };
    }),
  ];
}

type Refuse<O extends Operation> = (path: Call<O, SellerIdentity>["path"], reference: ReferenceSnapshot) => Refusal;
interface OfDepartment {
  readonly departmentCode: number;
}
interface OfType extends OfDepartment {
  readonly productTypeCode: number;
}

/** Who made a change is nobody's business outside. */
const changeView = ({ list, code, item, effective_at }: ChangeRow) => ({
  effectiveAt: isoDateTime(effective_at),
  list,
  code,
  action: item === null ? "remove" : "put",
  ...(item === null ? {} : { item: viewOf({ list, code, item }) }),
});
