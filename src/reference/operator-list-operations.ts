import { endpoint, type Answer, type Endpoint } from "../platform/contract/operation.ts";
import { Refusal, type Failure } from "../platform/contract/errors.ts";
import { DEFAULT_SIZE, self, upTo } from "../platform/contract/paging.ts";
import type { OperatorCall } from "../sellers/index.ts";
import { createAmender } from "./operator-changes.ts";
import { changeView, entryPath, LISTS_PATH, recordedView, RULES_PATH } from "./change-view.ts";
import { referenceErrors } from "./errors.ts";
import { listNamed, LISTS, type Change, type ReferenceList } from "./lists.ts";
import type { ReferenceContext } from "./seller-operations.ts";
import * as contract from "./operator-contract.ts";
import { listChangesBefore } from "./queries.ts";
import { LARGEST_CODE } from "./shape.ts";

/** The operator API's lists (decisions 8): read them, change an item now or on a date, withdraw what waits. */
export function referenceListEndpoints(context: ReferenceContext): readonly Endpoint[] {
  const { db, store } = context;
  const { latest, waiting, carryOut } = createAmender(context);
  return [
    endpoint(contract.getReference, async (): Promise<Answer> => {
      const { data, version } = await latest();
      const items = LISTS.map(({ name, editable }) => ({ list: name, count: data[name].length, editable, links: [self(listPath(name))] }));
      const links = [self(LISTS_PATH), { rel: "rules", href: RULES_PATH }, { rel: "changes", href: contract.listReferenceChanges.path }];
      return { status: 200, body: { version, items, waiting: await waiting(), links } };
    }),
    endpoint(contract.getReferenceList, async (call: OperatorCall<typeof contract.getReferenceList>) => {
      const list = listNamed(call.path.list);
      if (!list) return listUnknown(call.path.list);
      const { data, version } = await latest();
      const { name, editable, schema: itemSchema } = list;
      const items = data[name];
      return {
        status: 200,
        body: { list: name, version, editable, items, itemSchema, waiting: await waiting({ list: name }), links: [self(listPath(name))] },
      };
    }),
    endpoint(contract.getReferenceItem, async (call: OperatorCall<typeof contract.getReferenceItem>) => {
      const list = listNamed(call.path.list);
      if (!list) return listUnknown(call.path.list);
      const { data, version } = await latest();
      const entry = { list: list.name, code: call.path.code };
      const item = [...data[list.name]].find((row) => String(row.code) === entry.code);
      const waits = await waiting(entry);
      if (!item && waits.length === 0) return itemUnknown(entry);
      return {
        status: 200,
        body: { list: list.name, version, ...(item ? { item } : {}), waiting: waits, links: [self(entryPath(entry))] },
      };
    }),
    endpoint(
      contract.putReferenceItem,
      async (call: OperatorCall<typeof contract.putReferenceItem>) => {
        const list = editableList(call.path.list);
        if (list instanceof Refusal) return list;
        const { code } = call.path;
        if (!isCode(code)) return codeMalformed(list, code);
        const { value: item, failures } = list.check(call.sent);
        // A body that is no object has no value at all.
        const { code: ownCode, effectiveAt } = { ...call.body };
        const all = [...failures, ...call.bodyFailures.filter(isBesideItem), ...codeFailures(ownCode, code)];
        if (all.length > 0) return new Refusal(all);
        const change = { list: list.name, code, item };
        return carryOut(call, [change], effectiveAt, entryPath(change));
      },
      { bodyFailures: "handler's" },
    ),
    endpoint(contract.removeReferenceItem, async (call: OperatorCall<typeof contract.removeReferenceItem>) => {
      const list = editableList(call.path.list);
      if (list instanceof Refusal) return list;
      const change = { list: list.name, code: call.path.code, item: undefined };
      return carryOut(call, [change], undefined, entryPath(change));
    }),
    endpoint(contract.listReferenceChanges, async (call: OperatorCall<typeof contract.listReferenceChanges>): Promise<Answer> => {
      const { before, size = DEFAULT_SIZE } = call.query;
      const { version } = await latest();
      const { rows: made, more } = upTo(size, await db.run([], listChangesBefore, [before ?? Number.MAX_SAFE_INTEGER, size + 1]));
      const waits = await waiting();
      // What waits belongs to every page, and makes none but the first.
      if (made.length === 0 && (before !== undefined || waits.length === 0)) return { status: 204 };
      const { path } = contract.listReferenceChanges;
      const next = more ? [{ rel: "next", href: `${path}?before=${made.at(-1)!.version}&size=${size}` }] : [];
      return { status: 200, body: { version, waiting: waits, items: made.map(changeView), links: [self(path), ...next] } };
    }),
    endpoint(contract.withdrawReferenceChange, async (call: OperatorCall<typeof contract.withdrawReferenceChange>) => {
      const withdrawn = await store.withdraw(call.path.changeId);
      if (withdrawn instanceof Refusal) return withdrawn;
      return { status: 200, body: { ...recordedView(withdrawn), links: [{ rel: "item", href: entryPath(withdrawn) }] } };
    }),
  ];
}

const listPath = (name: string) => `${LISTS_PATH}/${name}`;

const listUnknown = (received: string) =>
  referenceErrors.refuse("reference_list_unknown", { pointer: "path.list", received, allowed: LISTS.map(({ name }) => name) });
const itemUnknown = ({ list, code }: Pick<Change, "list" | "code">) =>
  referenceErrors.refuse("reference_item_unknown", { pointer: "path.code", received: code, params: { list } });

function editableList(name: string): ReferenceList | Refusal {
  const list = listNamed(name);
  if (!list) return listUnknown(name);
  return list.editable ? list : referenceErrors.refuse("reference_list_fixed", { pointer: "path.list", received: name });
}

/** Every list that can be changed has numbers as codes. */
const isCode = (code: string) => /^[1-9]\d{0,9}$/.test(code) && Number(code) <= LARGEST_CODE;
const codeMalformed = ({ name }: ReferenceList, received: string) =>
  referenceErrors.refuse("reference_code_malformed", { pointer: "path.code", received, allowed: LARGEST_CODE, params: { list: name } });

function codeFailures(sent: string | undefined, code: string): readonly Failure[] {
  if (sent === undefined || sent === code) return [];
  return [referenceErrors.failure("reference_code_differs", { pointer: "/code", received: sent, allowed: code })];
}

/** The item is checked as its list asks; of the whole body's check there remains what comes along with the item. */
const isBesideItem = ({ pointer }: Failure): boolean => pointer === "/code" || pointer === "/effectiveAt";
