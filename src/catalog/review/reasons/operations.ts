import { isoDateTime } from "../../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, etagOf, selfLink } from "../../../platform/contract/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import { changeIdempotently } from "../../../platform/idempotency/index.ts";
import type { OperatorCall } from "../../../sellers/index.ts";
import { refuseOtherVersion } from "../precondition.ts";
import * as contract from "./contract.ts";
import { listReasons, lockReason, putReason, type ReasonRow } from "./queries.ts";

const PATH = "/operator/v1/review-reasons";

/** The reasons that reviewers choose from: reading them, and registering or changing one. */
export function reasonEndpoints(db: Database): readonly Endpoint[] {
  return [
    endpoint(contract.listReviewReasons, async (): Promise<Answer> => {
      const rows = await db.run([], listReasons, []);
      return { status: 200, body: { items: rows.map(reasonView), links: [selfLink(PATH)] } };
    }),
    endpoint(contract.putReviewReason, (call: OperatorCall<typeof contract.putReviewReason>) => {
      const { code } = call.path;
      const { text, pointer, severity = "error", active = true } = call.body;
      return changeIdempotently(db, [], call.idempotencyKey, async (transaction) => {
        const [before] = await transaction.run(lockReason, [code]);
        const refusal = refuseOtherVersion(call.headers["If-Match"], before?.version);
        if (refusal !== undefined) return refusal;
        const values = [code, text["pt-BR"], text.en, pointer ?? null, severity, active, call.at, call.who.actor];
        const [row] = await transaction.run(putReason, values);
        return { status: 200, headers: { etag: etagOf(row!.version) }, body: reasonView(row!) };
      });
    }),
  ];
}

const reasonView = (row: ReasonRow) => ({
  code: row.code,
  text: { "pt-BR": row.text_pt, en: row.text_en },
  ...(row.pointer === null ? {} : { pointer: row.pointer }),
  severity: row.severity,
  active: row.active,
  version: row.version,
  changedAt: isoDateTime(row.changed_at),
  changedBy: row.changed_by,
  links: [selfLink(`${PATH}/${row.code}`)],
});
