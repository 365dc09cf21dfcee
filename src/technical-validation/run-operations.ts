import { endpoint, type Answer, type Endpoint } from "../platform/contract/operation.ts";
import type { Clock } from "../platform/basics/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { Refusal } from "../platform/contract/errors.ts";
import { chosenOf } from "../platform/contract/list-filters.ts";
import { publicId } from "../platform/basics/random.ts";
import { changeOnce } from "../platform/idempotency/change.ts";
import { listPath, self } from "../platform/contract/paging.ts";
import type { SigningKey } from "../platform/crypto/signing-key.ts";
import { shutOut, type SellerCall, type SellerIdentity } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { validationUnknown } from "./decide.ts";
import { validationErrors } from "./errors.ts";
import { judge } from "./judge.ts";
import { loadRun, type JudgedRun } from "./load.ts";
import type { Observer } from "./observe.ts";
import { findUnderWay, insertValidation, listValidations, type ValidationRow } from "./queries.ts";
import { reportOf } from "./report.ts";
import { STATES, type ValidationStatus } from "./states.ts";
import { placeOf, PLACES, type Reader, summaryView, validationView } from "./view.ts";
import type { Watches } from "./run-stream.ts";

export interface RunContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: SigningKey;
  readonly observer: Observer;
  readonly watches: Watches;
  readonly reportDays: number;
}

/** The states that are asked for. */
export const statusesOf = ({ status }: ByStatus): readonly ValidationStatus[] => chosenOf(status, STATES) ?? STATES;
interface ByStatus {
  readonly status?: readonly ValidationStatus[] | undefined;
}

/** A list of runs. */
export function listAnswer(rows: readonly ValidationRow[], reader: Reader, { status }: ByStatus): Answer {
  if (rows.length === 0) return { status: 204 };
  const href = listPath(PLACES[reader], { status: chosenOf(status, STATES) });
  return { status: 200, body: { items: rows.map((row) => summaryView(row, reader)), links: [self(href)] } };
}

/** What a watch answers. */
export const watched = (stream: AsyncIterable<Buffer> | Refusal): Answer | Refusal =>
  stream instanceof Refusal ? stream : { status: 200, stream };

/** The integrator's side of the technical validation (seed 4.4, 5.3). */
export function runEndpoints({ db, clock, key, observer, watches, reportDays }: RunContext): readonly Endpoint[] {
  /** The application's own run, with every call that was heard up to now; another's is as unknown as nobody's. */
  const own = async ({ sellerId, clientId }: SellerIdentity, validationId: string): Promise<JudgedRun | Refusal> => {
    await observer.flush();
    return (await loadRun(db, { sellerId, clientId, validationId })) ?? validationUnknown(validationId);
  };

  return [
    endpoint(contract.startValidation, async (call: SellerCall<typeof contract.startValidation>) => {
      const { sellerId, clientId, credentialId } = call.who;
      const validationId = publicId(`tvl_${sellerId}`);
      const answer = await changeOnce(db, [sellerId], call.once, async (transaction): Promise<Answer | Refusal> => {
        const [other] = await transaction.run(findUnderWay, [sellerId, credentialId]);
        if (other) {
          const href = placeOf("seller", other.validation_id);
          return validationErrors.refuse("validation_under_way", { current: href, params: { href } });
        }
        const [row] = await transaction.run(insertValidation, [sellerId, validationId, clientId, credentialId, call.at]);
        const run: JudgedRun = { row: row!, judgement: judge([], new Map()) };
        return { status: 201, headers: { location: placeOf("seller", validationId) }, body: validationView(run, "seller", call.lang) };
      });
      if (!(answer instanceof Refusal)) observer.began({ sellerId, credentialId, validationId });
      return answer;
    }),
    endpoint(contract.listValidations, async (call: SellerCall<typeof contract.listValidations>): Promise<Answer> => {
      const { sellerId, clientId } = call.who;
      const rows = await db.run([sellerId], listValidations, [sellerId, clientId, statusesOf(call.query)]);
      return listAnswer(rows, "seller", call.query);
    }),
    endpoint(contract.getValidation, async (call: SellerCall<typeof contract.getValidation>) => {
      const run = await own(call.who, call.path.validationId);
      return run instanceof Refusal ? run : { status: 200, body: validationView(run, "seller", call.lang) };
    }),
    endpoint(contract.getReport, async (call: SellerCall<typeof contract.getReport>) => {
      const run = await own(call.who, call.path.validationId);
      if (run instanceof Refusal) return run;
      const jws = run.row.report ?? key.sign(reportOf(run, { instance: key.jwk.kid, at: clock.now(), reportDays }));
      const place = placeOf("seller", call.path.validationId);
      const links = [self(`${place}/report`), { rel: "validation", href: place }, { rel: "keys", href: "/.well-known/jwks.json" }];
      return { status: 200, body: { report: claimsOf(jws), jws, links } };
    }),
    endpoint(contract.watchValidation, async (call: SellerCall<typeof contract.watchValidation>) => {
      const run = await own(call.who, call.path.validationId);
      if (run instanceof Refusal) return run;
      const isLetIn = async () => (await shutOut(db, [call.who.credentialId])).size === 0;
      return watched(watches.watch(run, { reader: "seller", lang: call.lang, isLetIn }));
    }),
  ];
}

/** What a report of ours says, readable. */
const claimsOf = (jws: string): unknown => JSON.parse(Buffer.from(jws.split(".")[1]!, "base64url").toString());
