import {
  type Answer,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  type Failure,
  Refusal,
  selfLink,
  takePage,
} from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { OperatorCall } from "../sellers/index.ts";
import { createReferenceEditor, type ReferenceEditor } from "./operator-changes.ts";
import { changeView, entryPath, LISTS_PATH, recordedView, RULES_PATH } from "./change-view.ts";
import { referenceErrors } from "./errors.ts";
import { findList, LISTS, type ReferenceChange, type ReferenceList } from "./lists.ts";
import type { ReferenceContext } from "./seller-operations.ts";
import * as contract from "./operator-contract.ts";
import { listChangesBefore } from "./queries.ts";
import { CODE_MAX } from "./shape.ts";
import type { ReferenceStore } from "./store.ts";

type ListCall = OperatorCall<typeof contract.getReferenceList>;
type ItemCall = OperatorCall<typeof contract.getReferenceItem>;
type PutItemCall = OperatorCall<typeof contract.putReferenceItem>;
type RemoveItemCall = OperatorCall<typeof contract.removeReferenceItem>;
type ChangesCall = OperatorCall<typeof contract.listReferenceChanges>;
type WithdrawCall = OperatorCall<typeof contract.withdrawReferenceChange>;

/**
 * Endpoints with which operators read the reference lists, change an item now or on a date, and withdraw a scheduled change (decisions 8).
 */
export function referenceListEndpoints(context: ReferenceContext): readonly Endpoint[] {
  const { db, store } = context;
  const editor = createReferenceEditor(context);
  return [
    endpoint(contract.getReference, () => listOverview(editor)),
    endpoint(contract.getReferenceList, (call: ListCall) => readList(editor, call)),
    endpoint(contract.getReferenceItem, (call: ItemCall) => readItem(editor, call)),
    endpoint(contract.putReferenceItem, (call: PutItemCall) => putItem(editor, call), { bodyFailures: "handler's" }),
    endpoint(contract.removeReferenceItem, (call: RemoveItemCall) => removeItem(editor, call)),
    endpoint(contract.listReferenceChanges, (call: ChangesCall) => listChanges(db, editor, call)),
    endpoint(contract.withdrawReferenceChange, (call: WithdrawCall) => withdrawChange(store, call)),
  ];
}

async function listOverview({ latest, scheduled }: ReferenceEditor): Promise<Answer> {
  const { data, version } = await latest();
  const items = LISTS.map(({ name, editable }) => ({ list: name, count: data[name].length, editable, links: [selfLink(listPath(name))] }));
  const links = [selfLink(LISTS_PATH), { rel: "rules", href: RULES_PATH }, { rel: "changes", href: contract.listReferenceChanges.path }];
  return { status: 200, body: { version, items, waiting: await scheduled(), links } };
}

async function readList({ latest, scheduled }: ReferenceEditor, call: ListCall): Promise<Answer | Refusal> {
  const list = findList(call.path.list);
  if (!list) return listUnknown(call.path.list);
  const { data, version } = await latest();
  const { name, editable, schema: itemSchema } = list;
  const items = data[name];
  const waiting = await scheduled({ list: name });
  return { status: 200, body: { list: name, version, editable, items, itemSchema, waiting, links: [selfLink(listPath(name))] } };
}

async function readItem({ latest, scheduled }: ReferenceEditor, call: ItemCall): Promise<Answer | Refusal> {
  const list = findList(call.path.list);
  if (!list) return listUnknown(call.path.list);
  const { data, version } = await latest();
  const entry = { list: list.name, code: call.path.code };
  const item = [...data[list.name]].find((row) => String(row.code) === entry.code);
  const waiting = await scheduled(entry);
  if (!item && waiting.length === 0) return itemUnknown(entry);
  return { status: 200, body: { list: list.name, version, ...(item ? { item } : {}), waiting, links: [selfLink(entryPath(entry))] } };
}

async function putItem({ apply }: ReferenceEditor, call: PutItemCall): Promise<Answer | Refusal> {
  const list = editableList(call.path.list);
  if (list instanceof Refusal) return list;
  const { code } = call.path;
  if (!isCode(code)) return codeMalformed(list, code);
  const { value: item, failures } = list.check(call.sent);
  // If the body is not an object, `call.body` is undefined.
  const { code: sentCode, effectiveAt, shortNoticeReason } = { ...call.body };
  const all = [...failures, ...call.bodyFailures.filter(isOutsideItem), ...codeFailures(sentCode, code)];
  if (all.length > 0) return new Refusal(all);
  const change = { list: list.name, code, item };
  return apply(call, [change], { effectiveAt, shortNoticeReason }, entryPath(change));
}

async function removeItem({ apply }: ReferenceEditor, call: RemoveItemCall): Promise<Answer | Refusal> {
  const list = editableList(call.path.list);
  if (list instanceof Refusal) return list;
  const change = { list: list.name, code: call.path.code, item: undefined };
  return apply(call, [change], {}, entryPath(change));
}

async function listChanges(db: Database, { latest, scheduled }: ReferenceEditor, call: ChangesCall): Promise<Answer> {
  const { before, size = DEFAULT_SIZE } = call.query;
  const { version } = await latest();
  const { rows: made, more } = takePage(size, await db.run([], listChangesBefore, [before ?? Number.MAX_SAFE_INTEGER, size + 1]));
  const waiting = await scheduled();
  // Every page shows the scheduled changes, but a later page with nothing else counts as empty.
  if (made.length === 0 && (before !== undefined || waiting.length === 0)) return { status: 204 };
  const { path } = contract.listReferenceChanges;
  const next = more ? [{ rel: "next", href: `${path}?before=${made.at(-1)!.version}&size=${size}` }] : [];
  return { status: 200, body: { version, waiting, items: made.map(changeView), links: [selfLink(path), ...next] } };
}

async function withdrawChange(store: ReferenceStore, call: WithdrawCall): Promise<Answer | Refusal> {
  const withdrawn = await store.withdraw(call.path.changeId);
  if (withdrawn instanceof Refusal) return withdrawn;
  return { status: 200, body: { ...recordedView(withdrawn), links: [{ rel: "item", href: entryPath(withdrawn) }] } };
}

const listPath = (name: string) => `${LISTS_PATH}/${name}`;

const listUnknown = (received: string) =>
  referenceErrors.refuse("reference_list_unknown", { pointer: "path.list", received, allowed: LISTS.map(({ name }) => name) });
const itemUnknown = ({ list, code }: Pick<ReferenceChange, "list" | "code">) =>
  referenceErrors.refuse("reference_item_unknown", { pointer: "path.code", received: code, params: { list } });

function editableList(name: string): ReferenceList | Refusal {
  const list = findList(name);
  if (!list) return listUnknown(name);
  return list.editable ? list : referenceErrors.refuse("reference_list_fixed", { pointer: "path.list", received: name });
}

/** Whether a text can be a code of an editable list. All editable lists have numeric codes. */
const isCode = (code: string) => /^[1-9]\d{0,9}$/.test(code) && Number(code) <= CODE_MAX;
const codeMalformed = ({ name }: ReferenceList, received: string) =>
  referenceErrors.refuse("reference_code_malformed", { pointer: "path.code", received, allowed: CODE_MAX, params: { list: name } });

function codeFailures(sent: string | undefined, code: string): readonly Failure[] {
  if (sent === undefined || sent === code) return [];
  return [referenceErrors.failure("reference_code_differs", { pointer: "/code", received: sent, allowed: code })];
}

/** Whether a failure of the body concerns a field that is not part of the item. The list's own schema checks the item. */
const isOutsideItem = ({ pointer }: Failure): boolean => OUTSIDE_ITEM.has(pointer);
const OUTSIDE_ITEM: ReadonlySet<string | undefined> = new Set(["/code", "/effectiveAt", "/shortNoticeReason"]);
