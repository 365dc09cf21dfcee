import {
  type Answer,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  type Operation,
  type Refusal,
  relLinks,
  takePage,
  uncountedPageLinks,
} from "../platform/contract/index.ts";
import type { OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { findAnyRequest, groupEveryError, listEveryRequest, type ListedRow } from "./queries.ts";
import { MASK } from "./body-mask.ts";
import {
  eventsCausedBy,
  groupedSince,
  MAX_GROUPED_REFUSALS,
  MAX_GROUPS,
  MAX_SEARCHED,
  oldestLoggedAt,
  requestUnknown,
  type OperationsContext,
} from "./request-operations.ts";
import { callerView, detailView, errorGroupView, listItemView, maskedView } from "./request-view.ts";
import { ignoredInputWarnings } from "./ignored-input-warnings.ts";

const REQUESTS_PATH = "/operator/v1/requests";

/** Operators' operations on the calls of all sellers. The role `support` sees field names but no values (decisions 8). */
export function operatorRequestEndpoints({ db, settings, operationOf }: OperationsContext): readonly Endpoint[] {
  const pathOf = (operationId: string) => operationOf(operationId)?.path ?? MASK;
  const isSupport = ({ who }: Pick<OperatorCall<Operation>, "who">) => who.role === "support";
  const itemView = (row: ListedRow, isMasked: boolean) => ({
    ...callerView(row),
    ...listItemView(row, REQUESTS_PATH),
    ...(isMasked ? { target: pathOf(row.operation) } : {}),
  });
  return [
    endpoint(contract.listEveryRequest, async (call: OperatorCall<typeof contract.listEveryRequest>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE, ...filters } = call.query;
      const { sellerId = null, operation = null, status = null, code = null, sku } = filters;
      const inAddress = sku === undefined ? null : encodeURIComponent(sku);
      const below = inAddress === null ? null : `${inAddress.replaceAll(/[\\%_]/g, String.raw`\$&`)}/%`;
      const values = [sellerId, oldestLoggedAt(settings), operation, status, code, size + 1, page * size, MAX_SEARCHED, sku ?? null, below];
      const { rows, more } = takePage(size, await db.wide.run(scopeOf(sellerId), listEveryRequest, values));
      if (rows.length === 0) return { status: 204 };
      const links = relLinks(uncountedPageLinks(REQUESTS_PATH, { page, size, more }, filters));
      return { status: 200, body: { items: rows.map((row) => itemView(row, isSupport(call))), page, size, links } };
    }),
    endpoint(contract.listEveryRequestError, async (call: OperatorCall<typeof contract.listEveryRequestError>): Promise<Answer> => {
      const { sellerId = null } = call.query;
      const rows = await db.wide.run(scopeOf(sellerId), groupEveryError, [sellerId, groupedSince(), MAX_GROUPED_REFUSALS, MAX_GROUPS]);
      const query = sellerId === null ? "" : `?sellerId=${sellerId}`;
      return { status: 200, body: { items: rows.map(errorGroupView), links: [{ rel: "self", href: `${REQUESTS_PATH}/errors${query}` }] } };
    }),
    endpoint(contract.getAnyRequest, async (call: OperatorCall<typeof contract.getAnyRequest>): Promise<Answer | Refusal> => {
      const { requestId } = call.path;
      const [row] = await db.wide.run("every seller", findAnyRequest, [requestId]);
      if (row === undefined) return requestUnknown(requestId, settings.requestLogDays);
      const warnings = ignoredInputWarnings(row, operationOf(row.operation), call.lang);
      const view = detailView(row, { events: await eventsCausedBy(db, row), warnings, base: REQUESTS_PATH });
      return { status: 200, body: { ...callerView(row), ...(isSupport(call) ? maskedView(view, pathOf(row.operation)) : view) } };
    }),
  ];
}

const scopeOf = (sellerId: number | null) => (sellerId === null ? "every seller" : [sellerId]);
