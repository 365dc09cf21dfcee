import { isoDateTime } from "../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { Log } from "../platform/observability/index.ts";
import type { HealthSections } from "../platform/jobs/index.ts";
import type { OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";

export interface HealthContext {
  readonly db: Database;
  readonly log: Log;
  readonly sections: () => HealthSections;
}

/** Time limit for each section. A slower section is shown as unanswered. */
const SECTION_TIMEOUT_MS = 5_000;
const UNANSWERED = { unanswered: true } as const;

/** The health page for the marketplace's engineers. Each section shows what waits, since when, and what needs human attention. */
export function healthEndpoint({ db, log, sections }: HealthContext): Endpoint {
  const sectionHealth = async (name: string, read: () => Promise<object>): Promise<object> => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<object>((resolve) => {
      timer = setTimeout(() => resolve(UNANSWERED), SECTION_TIMEOUT_MS);
    });
    const answer = read().catch((error: unknown) => {
      log.warn({ worker: name, error }, "a part of the health page could not be read");
      return UNANSWERED;
    });
    return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
  };
  return endpoint(contract.getHealth, async (call: OperatorCall<typeof contract.getHealth>): Promise<Answer> => {
    const parts = await Promise.all(
      Object.entries(sections()).map(async ([name, read]) => [name, await sectionHealth(name, read)] as const),
    );
    const links = [{ rel: "self", href: "/operator/v1/health" }];
    return { status: 200, body: { date: isoDateTime(call.at), ...Object.fromEntries(parts), database: db.counts(), links } };
  });
}
