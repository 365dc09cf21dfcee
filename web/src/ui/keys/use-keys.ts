import { useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";
import { createSignal } from "../../api/signal.ts";
import { type KeyRow, type KeyTable, pressedKey } from "./key-table.ts";

/** The keys of one component that is shown. The last scope is asked first. */
interface Scope {
  readonly rows: readonly (readonly [name: string, row: KeyRow])[];
  readonly run: (name: string) => void;
  readonly inDialog: boolean;
  /** A component takes them where the focus is; the help only shows them. */
  readonly isLocal?: boolean;
}

/** The keys that work now, the newest first. Help shows them. */
export const activeKeys = createSignal<readonly KeyRow[]>([]);

const SEQUENCE_MS = 1_000;
const EDITABLE = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";
const NATIVE = "button, a[href], summary, [role=option], [role=menuitem]";
const PRESSES: ReadonlySet<string> = new Set(["Enter", "Space"]);
const OPEN_DIALOG = "[role=dialog][aria-modal=true]";

const scopes: Scope[] = [];
let first: { readonly key: string; readonly at: number } | undefined;

interface KeyOptions {
  /** They work while a dialog is open, too. */
  readonly inDialog?: boolean;
  /** They belong to every screen: a screen may give the same key another meaning. */
  readonly isGeneral?: boolean;
}

/**
 * Makes the keys of a table work while the component is shown; a key without a handler is neither active nor in the help. Keys do nothing while
 * the person types, and only those with `inDialog` work while a dialog is open.
 */
export function useKeys<Table extends KeyTable>(
  table: Table,
  handlers: { readonly [Name in keyof Table]?: (() => void) | undefined },
  { inDialog = false, isGeneral = false }: KeyOptions = {},
): void {
  const run = useEffectEvent((name: string) => handlers[name]?.());
  const handled = Object.keys(table)
    .filter((name) => handlers[name] !== undefined)
    .join(" ");
  useEffect(() => {
    const rows = handled.split(" ").flatMap((name) => (table[name] === undefined ? [] : [[name, table[name]] as const]));
    const scope: Scope = { rows, run: (name) => run(name), inDialog };
    document.addEventListener("keydown", onKeyDown);
    if (isGeneral) scopes.unshift(scope);
    else scopes.push(scope);
    publish();
    return () => {
      scopes.splice(scopes.indexOf(scope), 1);
      if (scopes.length === 0) document.removeEventListener("keydown", onKeyDown);
      publish();
    };
  }, [table, handled, inDialog, isGeneral]);
}

/** Shows in the help which keys a component takes itself, where the focus is. */
export function useLocalKeys(table: KeyTable): void {
  useEffect(() => {
    const scope: Scope = { rows: Object.entries(table), run: () => undefined, inDialog: false, isLocal: true };
    scopes.push(scope);
    publish();
    return () => {
      scopes.splice(scopes.indexOf(scope), 1);
      publish();
    };
  }, [table]);
}

/** Of two components with the same key, the newer one has it. */
function publish(): void {
  const seen = new Set<string>();
  const rows = scopes.toReversed().flatMap((scope) => scope.rows.map(([, row]) => row));
  activeKeys.set(rows.filter(({ keys }) => !seen.has(keys) && seen.add(keys)));
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const pressed = pressedKey(event);
  const target = event.target as Element;
  const isTyping = target.matches(EDITABLE) && !pressed.startsWith("mod+");
  if (isTyping || (PRESSES.has(pressed) && target.closest(NATIVE) !== null)) return;
  const before = first !== undefined && event.timeStamp - first.at < SEQUENCE_MS ? first.key : undefined;
  const run = handlerOf(`${before} ${pressed}`) ?? handlerOf(pressed);
  first = run === undefined ? { key: pressed, at: event.timeStamp } : undefined;
  if (run === undefined) return;
  event.preventDefault();
  // Drawn before the next key comes, which may be for a dialog that this one opens.
  flushSync(run);
}

function handlerOf(keys: string): (() => void) | undefined {
  const hasDialog = document.querySelector(OPEN_DIALOG) !== null;
  for (const { rows, run, inDialog, isLocal = false } of scopes.toReversed()) {
    if (isLocal || (hasDialog && !inDialog)) continue;
    const name = rows.find(([, row]) => row.keys === keys)?.[0];
    if (name !== undefined) return () => run(name);
  }
  return undefined;
}
