import { type Answer, type Endpoint, endpoint, listPath, Refusal, selectedValues, selfLink } from "../platform/contract/index.ts";
import { type Clock, publicId } from "../platform/basics/index.ts";
import type { Database } from "../platform/database/index.ts";
import { changeIdempotently } from "../platform/idempotency/index.ts";
import type { SigningKey } from "../platform/crypto/index.ts";
import { findInvalidCallers } from "../people/index.ts";
import type { SellerCall, SellerIdentity } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { validationUnknown } from "./decide.ts";
import { validationErrors } from "./errors.ts";
import { evaluateChecklist } from "./checklist-evaluation.ts";
import { loadRun, type EvaluatedRun } from "./load.ts";
import type { CallRecorder } from "./call-recorder.ts";
import { findActiveRun, insertValidation, listValidations, type ValidationRow } from "./queries.ts";
import { createReport } from "./report.ts";
import { STATES, type ValidationStatus } from "./states.ts";
import { runPath, RUN_PATHS, type Reader, summaryView, validationView } from "./view.ts";
import type { RunStreams } from "./run-stream.ts";

export interface RunContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly key: SigningKey;
  readonly recorder: CallRecorder;
  readonly runStreams: RunStreams;
  readonly reportDays: number;
}

/** Statuses of the runs that a list shows. Without a filter, all statuses. */
export const chosenStatuses = ({ status }: StatusFilter): readonly ValidationStatus[] => selectedValues(status, STATES) ?? STATES;
interface StatusFilter {
  readonly status?: readonly ValidationStatus[] | undefined;
}

/** The answer with a list of runs: 200, or 204 when the list is empty. */
export function listAnswer(rows: readonly ValidationRow[], reader: Reader, { status }: StatusFilter): Answer {
  if (rows.length === 0) return { status: 204 };
  const href = listPath(RUN_PATHS[reader], { status: selectedValues(status, STATES) });
  return { status: 200, body: { items: rows.map((row) => summaryView(row, reader)), links: [selfLink(href)] } };
}

/** The answer with a stream of events, or the refusal of the stream. */
export const streamAnswer = (stream: AsyncIterable<Buffer> | Refusal): Answer | Refusal =>
  stream instanceof Refusal ? stream : { status: 200, stream };

/** Sellers' operations in technical validation (seed 4.4, 5.3). */
export function runEndpoints(context: RunContext): readonly Endpoint[] {
  const { db, clock, key, recorder, runStreams, reportDays } = context;
  /** Loads a run of the caller's application with all calls so far. Runs of other applications are refused as unknown. */
  const loadOwnRun = async ({ sellerId, clientId }: SellerIdentity, validationId: string): Promise<EvaluatedRun | Refusal> => {
    await recorder.flush();
    return (await loadRun(db, { sellerId, clientId, validationId })) ?? validationUnknown(validationId);
  };

  return [
    endpoint(contract.startValidation, async (call: SellerCall<typeof contract.startValidation>) => {
      const { sellerId, clientId, credentialId } = call.who;
      const validationId = publicId(`tvl_${sellerId}`);
      const answer = await changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction): Promise<Answer | Refusal> => {
        const [other] = await transaction.run(findActiveRun, [sellerId, credentialId]);
        if (other) {
          const href = runPath("seller", other.validation_id);
          return validationErrors.refuse("validation_under_way", { current: href, params: { href } });
        }
        const [row] = await transaction.run(insertValidation, [sellerId, validationId, clientId, credentialId, call.at]);
        const run: EvaluatedRun = { row: row!, result: evaluateChecklist([], new Map()) };
        return { status: 201, headers: { location: runPath("seller", validationId) }, body: validationView(run, "seller", call.lang) };
      });
      if (!(answer instanceof Refusal)) recorder.startRun({ sellerId, credentialId, validationId });
      return answer;
    }),
    endpoint(contract.listValidations, async (call: SellerCall<typeof contract.listValidations>): Promise<Answer> => {
      const { sellerId, clientId } = call.who;
      const rows = await db.run([sellerId], listValidations, [sellerId, clientId, chosenStatuses(call.query)]);
      return listAnswer(rows, "seller", call.query);
    }),
    endpoint(contract.getValidation, async (call: SellerCall<typeof contract.getValidation>) => {
      const run = await loadOwnRun(call.who, call.path.validationId);
      return run instanceof Refusal ? run : { status: 200, body: validationView(run, "seller", call.lang) };
    }),
    endpoint(contract.getReport, async (call: SellerCall<typeof contract.getReport>) => {
      const run = await loadOwnRun(call.who, call.path.validationId);
      if (run instanceof Refusal) return run;
      const jws = run.row.report ?? key.sign(createReport(run, { instance: key.jwk.kid, at: clock.now(), reportDays }));
      const path = runPath("seller", call.path.validationId);
      const links = [selfLink(`${path}/report`), { rel: "validation", href: path }, { rel: "keys", href: "/.well-known/jwks.json" }];
      return { status: 200, body: { report: claimsOf(jws), jws, links } };
    }),
    endpoint(contract.watchValidation, async (call: SellerCall<typeof contract.watchValidation>) => {
      const run = await loadOwnRun(call.who, call.path.validationId);
      if (run instanceof Refusal) return run;
      const isStillAuthorized = async () => (await findInvalidCallers(context, [call.who])).size === 0;
      return streamAnswer(runStreams.subscribe(run, { reader: "seller", lang: call.lang, isStillAuthorized }));
    }),
  ];
}

/** Reads the claims of a report that this sandbox signed. */
const claimsOf = (jws: string): unknown => JSON.parse(Buffer.from(jws.split(".")[1]!, "base64url").toString());
