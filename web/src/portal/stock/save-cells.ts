import { answerOf, api } from "../../api/client.ts";
import { ApiError, UnreachableError } from "../../api/errors.ts";
import type { Edit, RowEdits } from "../../ui/sheet/edits.ts";
import { isCanonicalNumber } from "../../ui/sheet/numbers.ts";
import type { EditedColumn } from "./stock-columns.tsx";
import type { LineRecord, StockLine } from "./stock-query.ts";

/** What the server said about a row that was to be saved. */
export interface Outcome {
  readonly sku: string;
  /** What is on record now, as far as the answers say. */
  readonly record: LineRecord;
  /** Columns that were saved, with what was sent. */
  readonly saved: Partial<Record<EditedColumn, Edit>>;
  /** The server's sentences at the columns that it refused. */
  readonly refused: Partial<Record<EditedColumn, string>>;
}

const NOT_THERE = 404;
const PRECONDITION_FAILED = 412;
const BUSY: ReadonlySet<number> = new Set([429, 503]);
/** How long to wait when the server is busy or the person's calls of this minute are used up, and how often. */
const BUSY_MS = 4_000;
const MOST_WAITS = 20;

/** Saves the changed cells of a product. What somebody else has changed since the person began is not overwritten. */
export async function saveRow(sku: string, edits: RowEdits): Promise<Outcome> {
  const { physical, listPrice, salePrice } = edits;
  const none: Outcome = { sku, record: {}, saved: {}, refused: {} };
  const stock = physical === undefined ? none : await saveStock(sku, physical);
  const price = listPrice === undefined && salePrice === undefined ? none : await savePrice(sku, listPrice, salePrice);
  return {
    sku,
    record: { ...stock.record, ...price.record },
    saved: { ...stock.saved, ...price.saved },
    refused: { ...stock.refused, ...price.refused },
  };
}

type Current = Pick<StockLine, "physical" | "available" | "reserved" | "availableForSale" | "version">;

async function saveStock(sku: string, edit: Edit): Promise<Outcome> {
  const put = (version: number | undefined) =>
    answerOf(
      api.PUT("/api/v2/products/{sku}/stocks", {
        params: { path: { sku }, ...(version === undefined ? {} : { header: { "If-Match": `"${version}"` } }) },
        body: { available: wire(edit.value) },
      }),
    );
  try {
    return acceptedStock(sku, edit, await patiently(() => put(edit.stamp)));
  } catch (error) {
    const current = currentOf(error);
    if (current === undefined) return refusedAt(sku, error, ["physical"]);
    // Only reservations came or went: what the person has seen of the shelf still holds.
    if (String(current.physical) === edit.base)
      return put(current.version).then(
        (answer) => acceptedStock(sku, edit, answer),
        (again: unknown) => refusedAt(sku, again, ["physical"], currentOf(again)),
      );
    return { sku, record: current, saved: {}, refused: {} };
  }
}

function acceptedStock(sku: string, edit: Edit, answer: Current & { readonly warnings?: readonly unknown[] }): Outcome {
  const { physical, available, reserved, availableForSale, version } = answer;
  const doubleCount =
    (answer.warnings?.length ?? 0) === 0
      ? undefined
      : { date: new Date().toISOString(), sent: physical, before: physical + reserved, reserved };
  const record: LineRecord = { physical, available, reserved, availableForSale, version, doubleCount };
  return { sku, record, saved: { physical: edit }, refused: {} };
}

/** Prices have no precondition, so what is on record is looked at right before it is replaced. */
async function savePrice(sku: string, listPrice: Edit | undefined, salePrice: Edit | undefined): Promise<Outcome> {
  const edited = { ...(listPrice && { listPrice }), ...(salePrice && { salePrice }) };
  const columns = Object.keys(edited) as (keyof typeof edited)[];
  const params = { path: { sku } };
  try {
    const price = await patiently(() => priceOf(sku));
    const differs = columns.some((column) => String(price?.[column] ?? "") !== edited[column]!.base);
    if (differs) return { sku, record: { price }, saved: {}, refused: {} };
    const amounts = { list: listPrice?.value ?? String(price?.listPrice ?? ""), sale: salePrice?.value ?? String(price?.salePrice ?? "") };
    // Without a price on record, one alone is for the server to refuse.
    const body = { ...(amounts.list && { listPrice: wire(amounts.list) }), ...(amounts.sale && { salePrice: wire(amounts.sale) }) };
    const saved = await patiently(() =>
      answerOf(api.PUT("/api/v2/products/{sku}/prices", { params, body: body as Required<typeof body> })),
    );
    return {
      sku,
      record: { price: { listPrice: saved.listPrice, salePrice: saved.salePrice, version: saved.version } },
      saved: edited,
      refused: {},
    };
  } catch (error) {
    return refusedAt(sku, error, columns);
  }
}

async function priceOf(sku: string): Promise<StockLine["price"] | undefined> {
  try {
    const { listPrice, salePrice, version } = await answerOf(api.GET("/api/v2/products/{sku}/prices", { params: { path: { sku } } }));
    return { listPrice, salePrice, version };
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_THERE && error.code === "price_unknown") return undefined;
    throw error;
  }
}

/** What cannot be read as a number goes as it was typed: the server says what is wrong with it. */
const wire = (value: string): number | string => (isCanonicalNumber(value) ? Number(value) : value);

/** The stock that is on record instead of the one that the person saw. */
function currentOf(error: unknown): Current | undefined {
  if (!(error instanceof ApiError) || error.status !== PRECONDITION_FAILED) return undefined;
  return error.details.find(({ current }) => current !== undefined)?.current as Current | undefined;
}

/** Puts refusals at the columns they name, and what names none at the first. A call without an answer is no refusal. */
function refusedAt(sku: string, error: unknown, columns: readonly EditedColumn[], record: LineRecord = {}): Outcome {
  if (!(error instanceof ApiError) || error instanceof UnreachableError) throw error;
  const refused: Partial<Record<EditedColumn, string>> = {};
  const details = error.details.length === 0 ? [{ pointer: "", message: error.message }] : error.details;
  for (const { pointer, message } of details) {
    const named = pointer === "/available" ? "physical" : pointer.slice(1);
    const column = columns.find((one) => one === named) ?? columns[0]!;
    refused[column] = refused[column] === undefined ? message : `${refused[column]} ${message}`;
  }
  return { sku, record, saved: {}, refused };
}

/** Makes a call again while the server asks to wait. */
async function patiently<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || !BUSY.has(error.status) || waits === MOST_WAITS) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
    }
  }
}
