import { defineConfig } from "vitest/config";
import { campaignProgress } from "./test/set-up/campaign-progress.ts";
import { LongFirst } from "./test/set-up/long-first.ts";

// bin/test --campaign sets it; a campaign is the same tests with a larger budget (test/budget.ts), and those that only make sense at length.
const campaign = process.env.CAMPAIGN !== undefined;
/** What is timed runs by itself, after everything else (bin/test --failover). */
const isAlone = process.env.LANE === "failover";
/** Where bin/test counts what passed and failed; not set when vitest is called by hand, which then leaves the report alone too. */
const { COUNTS } = process.env;

/** Their tests have nothing but marketplaces of their own: one process carries out many of these files, and imports everything once. */
const SHARING = "test/{catalog,changes,orders,pricing,reference,review,sellers,stock}/**/*.test.ts";
/** Those among them that start processes, or measure their own. */
const PROCESSES = ["test/catalog/images.test.ts", "test/orders/privacy.test.ts", "test/review/changes.test.ts"];
const EXCLUDED = campaign ? [] : ["test/campaigns/**", ...(isAlone ? [] : ["test/failover/**"])];

const OF_ALL = {
  // Processes, not threads: tests kill servers, and a native crash must not take the run along.
  pool: "forks",
  // Two more than the machines have cores: a third of the time tests wait, for due times, timeouts and processes that start.
  maxWorkers: 4,
  // Figures are of a machine that did nothing else.
  fileParallelism: !campaign,
  testTimeout: campaign ? 4 * 3_600_000 : 20_000,
  hookTimeout: 60_000,
  teardownTimeout: 70_000,
} as const;

export default defineConfig({
  test: {
    ...OF_ALL,
    globalSetup: ["test/set-up/postgres.ts"],
    sequence: { sequencer: LongFirst },
    reporters: [
      ...(campaign && COUNTS !== undefined ? [campaignProgress()] : []),
      ["default", { summary: !campaign }],
      ...(COUNTS === undefined ? [] : [["json", { outputFile: COUNTS }] satisfies [string, object]]),
    ],
    projects: [
      { test: { ...OF_ALL, name: "apart", include: ["test/**/*.test.ts"], exclude: [...EXCLUDED, SHARING] } },
      { test: { ...OF_ALL, name: "processes", include: PROCESSES, exclude: EXCLUDED } },
      { test: { ...OF_ALL, name: "sharing", include: [SHARING], exclude: [...EXCLUDED, ...PROCESSES], isolate: false } },
    ],
  },
});
