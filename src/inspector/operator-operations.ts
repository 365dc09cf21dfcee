import { endpoint, type Answer, type Endpoint, type Operation } from "../platform/contract/operation.ts";
import type { Refusal } from "../platform/contract/errors.ts";
import { DEFAULT_SIZE, openLinks, relLinks, upTo } from "../platform/contract/paging.ts";
import type { OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { findAnyRequest, groupEveryError, listEveryRequest, type ListedRow } from "./queries.ts";
import { MASK } from "./mask.ts";
import {
  causedBy,
  errorsSince,
  MOST_COUNTED,
  MOST_GROUPS,
  MOST_SEARCHED,
  sinceOf,
  unknownRequest,
  type OperationsContext,
} from "./request-operations.ts";
import { callerView, detailView, errorGroupView, listedView, maskedView } from "./request-view.ts";
import { warningsOf } from "./ignored-input-warnings.ts";

const BASE = "/operator/v1/requests";

/** Everybody's calls, for the marketplace's people; support sees fields and no values (decisions 8). */
export function operatorRequestEndpoints({ db, settings, operationOf }: OperationsContext): readonly Endpoint[] {
  /** The address with its parameters' names. */
  const pathOf = (operationId: string) => operationOf(operationId)?.path ?? MASK;
  const isSupport = ({ who }: Pick<OperatorCall<Operation>, "who">) => who.role === "support";
  const listed = (row: ListedRow, isMasked: boolean) => ({
    ...callerView(row),
    ...listedView(row, BASE),
    ...(isMasked ? { target: pathOf(row.operation) } : {}),
  });
  return [
    endpoint(contract.listEveryRequest, async (call: OperatorCall<typeof contract.listEveryRequest>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE, ...filters } = call.query;
      const { sellerId = null, operation = null, status = null, code = null } = filters;
      const values = [sellerId, sinceOf(settings), operation, status, code, size + 1, page * size, MOST_SEARCHED];
      const { rows, more } = upTo(size, await db.wide.run(scopeOf(sellerId), listEveryRequest, values));
      if (rows.length === 0) return { status: 204 };
      const links = relLinks(openLinks(BASE, { page, size, more }, filters));
      return { status: 200, body: { items: rows.map((row) => listed(row, isSupport(call))), page, size, links } };
    }),
    endpoint(contract.listEveryRequestError, async (call: OperatorCall<typeof contract.listEveryRequestError>): Promise<Answer> => {
      const { sellerId = null } = call.query;
      const rows = await db.wide.run(scopeOf(sellerId), groupEveryError, [sellerId, errorsSince(), MOST_COUNTED, MOST_GROUPS]);
      const query = sellerId === null ? "" : `?sellerId=${sellerId}`;
      return { status: 200, body: { items: rows.map(errorGroupView), links: [{ rel: "self", href: `${BASE}/errors${query}` }] } };
    }),
    endpoint(contract.getAnyRequest, async (call: OperatorCall<typeof contract.getAnyRequest>): Promise<Answer | Refusal> => {
      const { requestId } = call.path;
      const [row] = await db.wide.run("every seller", findAnyRequest, [requestId]);
      if (row === undefined) return unknownRequest(requestId, settings.requestLogDays);
      const warnings = warningsOf(row, operationOf(row.operation), call.lang);
      const view = detailView(row, { events: await causedBy(db, row), warnings, base: BASE });
      return { status: 200, body: { ...callerView(row), ...(isSupport(call) ? maskedView(view, pathOf(row.operation)) : view) } };
    }),
  ];
}

const scopeOf = (sellerId: number | null) => (sellerId === null ? "every seller" : [sellerId]);
