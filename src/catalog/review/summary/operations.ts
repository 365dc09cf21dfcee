import { DAY_MS, HOUR_MS, isoDateTime, realNow } from "../../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, selfLink } from "../../../platform/contract/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { OperatorCall } from "../../../sellers/index.ts";
import { AGE_BANDS, type Band, RISK_BANDS } from "./bands.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.ts";

const PATH = "/operator/v1/reviews/summary";
/** A summary is computed once for all who ask within this time. */
const REMEMBERED_MS = 10_000;
const DECIDED_DAYS = 1;
const DOUBLE_READ_DAYS = 30;
const MAX_DEPARTMENTS = 50;
const MAX_REVIEWERS = 100;
const DECIMALS = 100;

/** The summary of the queue, in numbers. */
export function summaryEndpoint(db: Database): Endpoint {
  let last: { readonly computedAt: number; readonly at: number; readonly body: Promise<object> } | undefined;
  return endpoint(contract.summarizeReviews, async (call: OperatorCall<typeof contract.summarizeReviews>): Promise<Answer> => {
    // A clock that was moved makes another summary, however soon.
    const isFresh = last !== undefined && realNow() - last.computedAt < REMEMBERED_MS && Math.abs(call.at - last.at) < REMEMBERED_MS;
    if (!isFresh || last === undefined) {
      const body = summarize(db, call.at);
      const computed = { computedAt: realNow(), at: call.at, body };
      body.catch(() => {
        if (last === computed) last = undefined;
      });
      last = computed;
    }
    return { status: 200, body: await last.body };
  });
}

async function summarize(db: Database, at: number): Promise<object> {
  const since = at - DECIDED_DAYS * DAY_MS;
  const ask = <Row extends object>(
    query: { readonly name: string; readonly text: string; readonly row?: Row },
    values: readonly unknown[],
  ) => db.wide.run("every seller", query, values);
  const [rows, [decided], reviewers, doubleReads] = await Promise.all([
    ask(queries.countWaiting, [at, boundsOf(AGE_BANDS), boundsOf(RISK_BANDS), Number.MIN_SAFE_INTEGER]),
    ask(queries.countDecided, [since]),
    ask(queries.countByReviewer, [since, MAX_REVIEWERS]),
    ask(queries.countDoubleReads, [at - DOUBLE_READ_DAYS * DAY_MS]),
  ]);
  const readsOf = new Map(doubleReads.map((row) => [row.reviewer, row]));
  const perHour = decided!.decided / ((DECIDED_DAYS * DAY_MS) / HOUR_MS);
  return {
    ...waitingView(rows),
    decidedPerHour: Math.round(perHour * DECIMALS) / DECIMALS,
    ...(decided!.p50 === null ? {} : { waitP50Seconds: secondsOf(decided!.p50) }),
    ...(decided!.p95 === null ? {} : { waitP95Seconds: secondsOf(decided!.p95) }),
    reviewers: reviewers.map((row) => {
      const { samples = 0, agreed = 0 } = readsOf.get(row.reviewer) ?? {};
      const { reviewer, decided: all, approved, undone } = row;
      return { reviewer, decided: all, approved, criticized: all - approved, undone, doubleReads: samples, agreed };
    }),
    links: [selfLink(PATH)],
  };
}

const secondsOf = (ms: number) => Math.max(0, Math.round(ms / 1_000));

/** The bounds between bands. Whoever is below the first one is in band 0. */
const boundsOf = (bands: readonly Band[]) => bands.slice(0, -1).map(({ below }) => below);

function waitingView(rows: readonly queries.WaitingRow[]) {
  const sum = (some: readonly queries.WaitingRow[], of: "waiting" | "late" | "held") => some.reduce((total, row) => total + row[of], 0);
  const inBand = (bands: readonly Band[], of: "age_band" | "risk_band") =>
    bands.map(({ name }, nth) => ({
      name,
      waiting: sum(
        rows.filter((row) => row[of] === nth),
        "waiting",
      ),
    }));
  return {
    waiting: sum(rows, "waiting"),
    late: sum(rows, "late"),
    held: sum(rows, "held"),
    ...(rows.length === 0
      ? {}
      : {
          oldestSince: isoDateTime(Math.min(...rows.map(({ oldest }) => oldest))),
          nextDueAt: isoDateTime(Math.min(...rows.map(({ next_due }) => next_due))),
        }),
    byAge: inBand(AGE_BANDS, "age_band").map(({ name, waiting }) => ({ age: name, waiting })),
    byDepartment: [...Map.groupBy(rows, ({ department }) => department)]
      .map(([department, some]) => ({ department, waiting: sum(some, "waiting"), late: sum(some, "late") }))
      .toSorted((one, other) => other.waiting - one.waiting)
      .slice(0, MAX_DEPARTMENTS),
    byRisk: inBand(RISK_BANDS, "risk_band").map(({ name, waiting }) => ({ risk: name, waiting })),
  };
}
