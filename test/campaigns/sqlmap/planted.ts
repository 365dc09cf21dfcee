import { movableClock } from "../../movable-clock.ts";
import { DOCUMENT_INFO } from "../../../src/openapi/document-info.ts";
import { type Call, endpoint, type Operation, operation } from "../../../src/platform/contract/operation.ts";
import { createHttpServer } from "../../../src/platform/http/server.ts";
import { httpErrors } from "../../../src/platform/http/errors.ts";
import { createLoadShedding } from "../../../src/platform/http/load-shedding.ts";
import { createLog } from "../../../src/platform/observability/log.ts";
import { openApiDocument } from "../../../src/platform/contract/openapi.ts";
import { dateTime, integer, list, object, text } from "../../../src/platform/contract/schema.ts";
import type { Document } from "../../documents/openapi-rules.ts";
import { NOON, type TestDatabase } from "../../harness.ts";
import { type Described, operationsOf } from "../../reliability/fuzz/operation.ts";
import type { Opened } from "./targets.ts";

/** What an operation is sent, each in another place; the names of the places are those of targets. */
interface Sent {
  readonly "path.name": string;
  readonly "path.age": string;
  readonly "query.colour": string;
  readonly "query.lot": string;
  readonly "query.day": string;
  readonly "header.Batch": string;
  readonly "body/note": string;
  readonly "body/ages/0/from": string;
}

type Ask = (sent: Sent) => Promise<{ readonly status: number; readonly found: readonly object[] }>;

/** Statements that are put together from what was sent in one place. Numbers and dates are documented, and not checked. */
export const CONCATENATED = [
  { id: "ofPath", place: "path.name", what: "a text of the path" },
  { id: "ofPathNumber", place: "path.age", what: "a number of the path" },
  { id: "ofQuery", place: "query.colour", what: "a text of the query" },
  { id: "ofQueryNumber", place: "query.lot", what: "a number of the query" },
  { id: "ofDate", place: "query.day", what: "a date of the query" },
  { id: "ofHeader", place: "header.Batch", what: "a header" },
  { id: "ofBody", place: "body/note", what: "a text of the body" },
  { id: "ofBodyNumber", place: "body/ages/0/from", what: "a number deep in the body" },
  { id: "silent", place: "body/note", what: "a write that answers the same whatever becomes of it" },
] as const;
/** And one of parameters alone. */
const STATEMENTS = [...CONCATENATED.map(({ id }) => id), "parameterised"] as const;
type Statement = (typeof STATEMENTS)[number];

const GOODS = `create table goods (name text, age integer, colour text, lot integer, day text, batch text, note text);
  insert into goods values ('viseira', 3, 'preto', 7, '2026-11-20T15:00:00Z', 'a1', 'nova'), ('tenis', 4, 'azul', 8, '2026-11-21', 'b2', 'usada');
  create table notes (note text)`;

/** What the first of the goods has in each place. */
export const OPENED: Opened = {
  path: { name: "viseira", age: "3" },
  query: [
    ["colour", "preto"],
    ["lot", "7"],
    ["day", "2026-11-20T15:00:00Z"],
  ],
  headers: { client_id: "a", access_token: "b", Batch: "a1" },
  body: { note: "nova", ages: [{ from: "3" }] },
};

const asks = ({ query }: TestDatabase): Readonly<Record<Statement, Ask>> => {
  const all = "select name from goods where true";
  const answer = async (statement: string, values: readonly unknown[] = []) => {
    const found = await query<{ name: string }>(statement, values);
    return { status: found.length > 0 ? 200 : 404, found };
  };
  return {
    ofPath: (sent) => answer(`${all} and name = '${sent["path.name"]}'`),
    ofPathNumber: (sent) => answer(`${all} and age = ${sent["path.age"]}`),
    ofQuery: (sent) => answer(`${all} and (colour = '${sent["query.colour"]}')`),
    ofQueryNumber: (sent) => answer(`${all} and lot = ${sent["query.lot"]}`),
    ofDate: (sent) => answer(`${all} and day = '${sent["query.day"]}'`),
    ofHeader: (sent) => answer(`${all} and batch = '${sent["header.Batch"]}'`),
    ofBody: (sent) => answer(`${all} and note like '%${sent["body/note"]}%'`),
    ofBodyNumber: (sent) => answer(`${all} and age = ${sent["body/ages/0/from"]}`),
    // Whatever becomes of it the answer is the same; only its time tells.
    silent: async (sent) => {
      await query(`insert into notes values ('${sent["body/note"]}')`).catch(() => undefined);
      return { status: 202, found: [] };
    },
    parameterised: (sent) =>
      answer(
        `${all} and name = $1 and age::text = $2 and colour = $3 and lot::text = $4 and day = $5 and batch = $6 and note = $7 and age::text = $8`,
        Object.values(sent),
      ),
  };
};

const WORD = { maxLength: 2_000 };

const rowOf = (statement: Statement) =>
  operation({
    id: statement,
    api: "v1",
    method: "PUT",
    path: `/planted/${STATEMENTS.indexOf(statement)}/{name}/{age}`,
    audience: "seller",
    permission: "any",
    summary: "Finds goods",
    parameters: object({ name: text(WORD), age: text(WORD) }),
    query: object({ colour: text(WORD), lot: text(WORD), day: text(WORD) }),
    headers: object({ Batch: text({ ...WORD, examples: ["a1"] }) }),
    body: object({ note: text(WORD), ages: list(object({ from: text(WORD) })) }),
    replies: { 200: { description: "Found" }, 202: { description: "Noted" } },
    refuses: [httpErrors.route_unknown],
  });

/** As it is documented: what its row forgets to check is there. */
const documented = (statement: Statement): Operation => ({
  ...rowOf(statement),
  parameters: object({ name: text(WORD), age: integer() }),
  query: object({ colour: text(WORD), lot: integer(), day: dateTime() }),
  body: object({ note: text(WORD), ages: list(object({ from: integer() })) }),
});

const FACTS = { ...DOCUMENT_INFO.v1, api: "v1", version: "1", servers: [], authenticationErrors: [] } as const;

/** The operations with these statements, as their document describes them. */
export const PLANTED: readonly Described[] = operationsOf(openApiDocument(STATEMENTS.map(documented), FACTS) as Document);

/** A server of operations with these statements, on a database of goods; answers as the marketplace does, that is, it tells no failure. */
export async function startPlanted(database: TestDatabase): Promise<{ readonly baseUrl: string; close(): Promise<void> }> {
  await database.query(GOODS);
  const ask = asks(database);
  const closed = () => httpErrors.refuse("unexpected");
  const server = createHttpServer({
    environment: "sandbox",
    endpoints: STATEMENTS.map((statement) =>
      endpoint(rowOf(statement), async (call: Call<ReturnType<typeof rowOf>, undefined>) => {
        const { status, found } = await ask[statement]({
          "path.name": call.path.name,
          "path.age": call.path.age,
          "query.colour": call.query.colour,
          "query.lot": call.query.lot,
          "query.day": call.query.day,
          "header.Batch": call.headers.Batch,
          "body/note": call.body.note,
          "body/ages/0/from": call.body.ages[0]!.from,
        });
        return status === 404 ? httpErrors.refuse("route_unknown") : { status, body: { found } };
      }),
    ),
    plainRoutes: [],
    authenticators: { seller: () => ({ identity: undefined, headers: {} }), operator: closed, person: closed, public: closed },
    anonymousHeaders: {},
    clock: movableClock(NOON),
    log: createLog("silent"),
    metrics: { observe: () => undefined },
    loadShedding: createLoadShedding({ maxInFlight: 100 }),
    bodyLimitBytes: 16 * 1024,
  });
  return { baseUrl: `http://127.0.0.1:${await server.listen(0, "127.0.0.1")}`, close: () => server.close() };
}
