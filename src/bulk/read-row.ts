import { nearestWords } from "../platform/basics/index.ts";
import { compileSchemaCheck, echoableValue, type Failure, parseJson } from "../platform/contract/index.ts";
import { bulkErrors } from "./errors.ts";
import { withProblems } from "./formats/row-reader.ts";
import { type BadRow, type GoodRow, isBad, type RowBody } from "./row.ts";
import { type BulkKind, OPS_OF_KIND, ROW_OP_NAMES, ROW_OPS, rowSchema, type RowOpName } from "./row-ops.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a job says of all its rows. */
export interface RowDefaults {
  readonly kind: BulkKind;
  /** Operation of rows that name none. */
  readonly op: string | null;
}

/** Reads a line of NDJSON: the members of its object. Failures name line and column. */
export function readJsonLine(bytes: Buffer, line: number): RowBody | BadRow {
  const parsed = parseJson(bytes, line);
  if (!parsed.ok) return { failures: parsed.failures };
  const { value } = parsed;
  const { op, ref, ifMatch } = (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}) as Fields;
  return { op, ref, ifMatch, body: value };
}

/** Reads a planned row of a job that takes back another. Such rows are written by `revert-plan.ts`. */
export function readRevertRow(bytes: Buffer): GoodRow {
  const { op, sku, first, changes } = JSON.parse(bytes.toString("utf8")) as {
    readonly op: "price" | "stock";
    readonly sku: string;
    readonly first: number;
    readonly changes: number;
  };
  return { op, key: `${op} ${sku}`, sku, sent: undefined, body: undefined, bodyFailures: [], revert: { first, changes } };
}

const CHECKS = new Map(ROW_OP_NAMES.map((name) => [name, compileSchemaCheck(rowSchema(name))]));

/** Checks a row with the checks of the single call. A bad row names everything that is wrong with it. */
export function checkRow(row: RowBody | BadRow, { kind, op: fallback }: RowDefaults): GoodRow | BadRow {
  if (isBadBody(row)) return row;
  const { problems = [] } = row;
  if (typeof row.body !== "object" || row.body === null || Array.isArray(row.body)) return notAnObject(row, kind);
  const op = opOf(row.op ?? fallback ?? undefined, kind);
  if (typeof op === "object") return { ...shownOf(row), failures: problems.length > 0 ? problems : [op] };
  const { value, failures } = CHECKS.get(op)!(row.body);
  if (problems.length > 0) return { ...shownOf(row), failures: withProblems(problems, failures) };
  const wrong = op === "stock" || row.ifMatch === undefined ? failures : [...failures, IF_MATCH_REFUSED];
  const { judgesBody } = ROW_OPS[op];
  const fields = (value ?? {}) as Fields;
  // Without the parts of its address, nothing can be looked up, so a handler would have nothing to judge.
  const isAddressed = kind === "orders" ? "orderNumber" in fields && "shippingCode" in fields : op === "product" || "sku" in fields;
  if (wrong.length > 0 && (!judgesBody || !isAddressed || wrong !== failures)) return { ...shownOf(row), failures: wrong };
  return goodRow(op, kind, { row, fields, failures });
}

/** A row that is no object is refused for that, whatever its operation would have been. */
const notAnObject = ({ body }: RowBody, kind: BulkKind): BadRow => ({ failures: CHECKS.get(OPS_OF_KIND[kind][0]!)!(body).failures });

const isBadBody = (row: RowBody | BadRow): row is BadRow => isBad(row as GoodRow | BadRow);
const IF_MATCH_REFUSED: Failure = bulkErrors.failure("bulk_if_match_refused", { pointer: "/ifMatch" });

function goodRow(
  op: RowOpName,
  kind: BulkKind,
  { row, fields, failures }: { readonly row: RowBody; readonly fields: Fields; readonly failures: readonly Failure[] },
): GoodRow {
  const { sku, orderNumber, shippingCode, ifMatch, ref } = fields as Partial<
    Pick<GoodRow, "sku" | "orderNumber" | "shippingCode" | "ifMatch" | "ref">
  >;
  const isOrder = kind === "orders";
  return {
    op,
    key: isOrder ? `order ${orderNumber}` : `sku ${sku ?? ""}`,
    ...(ref === undefined ? {} : { ref }),
    ...(sku === undefined ? {} : { sku }),
    ...(isOrder ? { orderNumber: orderNumber!, shippingCode: shippingCode! } : {}),
    ...(ifMatch === undefined ? {} : { ifMatch: DIGITS.test(ifMatch) ? `"${ifMatch}"` : ifMatch }),
    sent: row.body,
    body: fields,
    bodyFailures: failures,
  };
}
const DIGITS = /^\d+$/;

/** The operation of a row, or the failure of one that is missing or unknown. */
function opOf(sent: unknown, kind: BulkKind): RowOpName | Failure {
  const allowed = OPS_OF_KIND[kind];
  if (sent === undefined) return bulkErrors.failure("bulk_op_missing", { pointer: "/op", allowed });
  const known = allowed.find((name) => name === sent);
  if (known !== undefined) return known;
  const suggestions = typeof sent === "string" ? nearestWords(sent.slice(0, 60), allowed) : [];
  return bulkErrors.failure("bulk_op_unknown", { pointer: "/op", received: echoableValue(sent), allowed, suggestions });
}

/** What the result of a row repeats of it, and its operation, as far as they can be read. */
export function shownOfRow(row: RowBody | BadRow): Omit<BadRow, "failures"> & { readonly op?: unknown } {
  if (!isBadBody(row)) return { op: row.op, ...shownOf(row) };
  const { failures: _why, ...shown } = row;
  return shown;
}

function shownOf({ ref, body }: RowBody): Omit<BadRow, "failures"> {
  const { sku, orderNumber } = (typeof body === "object" && body !== null ? body : {}) as Fields;
  return {
    ...(isShort(ref) ? { ref: String(ref) } : {}),
    ...(isShort(sku) ? { sku: String(sku) } : {}),
    ...(isShort(orderNumber) ? { orderNumber: String(orderNumber) } : {}),
  };
}
const isShort = (value: unknown): value is string | number =>
  (typeof value === "string" && value.length <= 300) || typeof value === "number";
