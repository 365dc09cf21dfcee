import {
  acceptsVersion,
  type Answer,
  type Endpoint,
  endpoint,
  echoableValue,
  etagOf,
  type Failure,
  Refusal,
} from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { changeIdempotently } from "../../platform/idempotency/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import type { SellerCall } from "../../sellers/index.ts";
import { attributeNamesOf } from "./attribute-names.ts";
import { type AttributeNames, foldName, nearestColumns } from "./column-names.ts";
import { catalogMapping, type MappingKind, mappingPath, orderMapping } from "./contract.ts";
import { mappingErrors } from "./errors.ts";
import { recognizeColumns } from "./header.ts";
import { isNews, mergedMapping } from "./kept-mapping.ts";
import { type Mapping, targetOf, unknownField } from "./mapping.ts";
import { getMapping, lockMapping, type MappingRow, putMapping } from "./queries.ts";

export interface MappingContext {
  readonly db: Pick<Database, "run" | "transaction">;
  readonly reference: () => ReferenceSnapshot;
}

const EMPTY: MappingRow = { columns: "[]", version: 0 };
const mappingIn = ({ columns }: MappingRow) => JSON.parse(columns) as Mapping;

/** What the columns of a seller's files are: shown, replaced, and tried on the header of a file. */
export const mappingEndpoints = (context: MappingContext): readonly Endpoint[] => [
  endpoint(catalogMapping.get, (call: SellerCall<typeof catalogMapping.get>) => show(context, "catalog", call.who.sellerId)),
  endpoint(orderMapping.get, (call: SellerCall<typeof orderMapping.get>) => show(context, "orders", call.who.sellerId)),
  endpoint(catalogMapping.put, (call: PutCall) => replace(context, "catalog", call)),
  endpoint(orderMapping.put, (call: PutCall) => replace(context, "orders", call)),
  endpoint(catalogMapping.suggest, (call: SuggestCall) => suggest(context, "catalog", call)),
  endpoint(orderMapping.suggest, (call: SuggestCall) => suggest(context, "orders", call)),
];

type PutCall = SellerCall<typeof catalogMapping.put>;
type SuggestCall = SellerCall<typeof catalogMapping.suggest>;

/** The columns that a seller's files of a kind were said to have. */
export async function keptMapping(db: Pick<Database, "run">, sellerId: number, kind: MappingKind): Promise<Mapping> {
  const [row = EMPTY] = await db.run([sellerId], getMapping, [sellerId, kind]);
  return mappingIn(row);
}

/** Keeps what a call said about its columns, for the seller's next file. */
export async function keepMapping(
  db: Pick<Database, "run">,
  sellerId: number,
  kind: MappingKind,
  said: Mapping,
  at: number,
): Promise<void> {
  if (said.length === 0) return;
  const [row = EMPTY] = await db.run([sellerId], getMapping, [sellerId, kind]);
  const kept = mappingIn(row);
  if (!isNews(kept, said)) return;
  // Of two files at the same time, one is not kept, because the version has changed. Its columns are said with the next file again.
  await db.run([sellerId], putMapping, [sellerId, kind, JSON.stringify(mergedMapping(kept, said)), at, row.version + 1]);
}

async function show({ db }: MappingContext, kind: MappingKind, sellerId: number): Promise<Answer> {
  const [row = EMPTY] = await db.run([sellerId], getMapping, [sellerId, kind]);
  return mappingAnswer(kind, row);
}

function mappingAnswer(kind: MappingKind, row: MappingRow): Answer {
  const { version } = row;
  const [self, suggestions] = [mappingPath(kind), `${mappingPath(kind)}/suggestions`];
  const links =
    kind === "catalog"
      ? { _links: { self: { href: self }, suggestions: { href: suggestions } } }
      : {
          links: [
            { rel: "self", href: self },
            { rel: "suggestions", href: suggestions },
          ],
        };
  const shown = mappingIn(row).map(({ name, target }) => ({ name, field: target }));
  return { status: 200, headers: { etag: etagOf(version) }, body: { columns: shown, version, ...links } };
}

async function replace({ db, reference }: MappingContext, kind: MappingKind, call: PutCall): Promise<Answer | Refusal> {
  const { sellerId } = call.who;
  const read = readBody(call.body.columns, attributeNamesOf(reference()));
  if (read instanceof Refusal) return read;
  const ifMatch = call.headers["If-Match"];
  return changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
    const [before = EMPTY] = await transaction.run(lockMapping, [sellerId, kind]);
    const allowed = etagOf(before.version);
    const version = before.version + 1;
    const columns = JSON.stringify(read);
    const [written] = acceptsVersion(ifMatch, before.version)
      ? await transaction.run(putMapping, [sellerId, kind, columns, call.at, version])
      : [];
    if (!written)
      return mappingErrors.refuse("mapping_version_differs", { pointer: "header.If-Match", received: ifMatch ?? '"0"', allowed });
    return mappingAnswer(kind, { columns, version });
  });
}

/** The mapping of a body, or a refusal with everything that is wrong. */
function readBody(columns: PutCall["body"]["columns"], attributes: AttributeNames): Mapping | Refusal {
  const failures: Failure[] = [];
  const firsts = new Map<string, string>();
  const mapping = columns.flatMap(({ name, field }, index) => {
    const [pointer, folded, target] = [`/columns/${index}`, foldName(name), targetOf(field, attributes)];
    const first = firsts.get(folded);
    if (first !== undefined)
      failures.push(
        mappingErrors.failure("mapping_repeated", { pointer: `${pointer}/name`, received: echoableValue(name), params: { first } }),
      );
    else firsts.set(folded, `${pointer}/name`);
    if (target === undefined) failures.push({ ...unknownField(name, field, attributes), pointer: `${pointer}/field` });
    return target === undefined ? [] : [{ name, target }];
  });
  return failures.length > 0 ? new Refusal(failures) : mapping;
}

async function suggest({ db, reference }: MappingContext, kind: MappingKind, { who, body }: SuggestCall): Promise<Answer> {
  const attributes = attributeNamesOf(reference());
  const kept = await keptMapping(db, who.sellerId, kind);
  const recognized = recognizeColumns(body.columns, { attributes, mapping: [], kept });
  const columns = recognized.map((column, index) => {
    if (column) return { name: column.name, ...(column.pointer === undefined ? {} : { pointer: column.pointer }), by: column.by };
    const name = body.columns[index]!;
    const suggestions = nearestColumns(name.trim(), attributes);
    return { name, ...(suggestions.length > 0 ? { suggestions } : {}) };
  });
  return { status: 200, body: { columns } };
}
