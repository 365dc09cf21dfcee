import { isoDateTime } from "../platform/clock.ts";
import { endpoint, type Answer, type Endpoint } from "../platform/contract.ts";
import type { Database } from "../platform/db.ts";
import type { OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { backlog } from "./validation/queries.ts";
import { MAX_ATTEMPTS } from "./validation/worker.ts";

/** How the marketplace is doing, for its engineers: what waits, since when, and what needs a person. */
export function healthEndpoints({ db }: { readonly db: Database }): readonly Endpoint[] {
  return [
    endpoint(contract.getHealth, async (call: OperatorCall<typeof contract.getHealth>): Promise<Answer> => {
      const [row] = await db.wide.run("every seller", backlog, [call.at, MAX_ATTEMPTS]);
      const { families, images, oldest, aside } = row!;
      const body = {
        date: isoDateTime(call.at),
        validation: {
          dueFamilies: families,
          dueImages: images,
          ...(oldest === null ? {} : { oldestDueAt: isoDateTime(oldest) }),
          familiesSetAside: aside,
        },
        database: db.counts(),
        links: [{ rel: "self", href: "/operator/v1/health" }],
      };
      return { status: 200, body };
    }),
  ];
}
