import { defineConfig } from "vitest/config";
import { campaignProgress } from "./test/set-up/campaign-progress.ts";
import { LongFirst } from "./test/set-up/long-first.ts";

// bin/test --campaign sets it; a campaign is the same tests with a larger budget (test/budget.ts), and those that only make sense at length.
const campaign = process.env.CAMPAIGN !== undefined;
/** What is timed runs by itself, after everything else (bin/test --failover). */
const isAlone = process.env.LANE === "failover";
/** Where bin/test counts what passed and failed; not set when vitest is called by hand, which then leaves the report alone too. */
const { COUNTS } = process.env;

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: campaign ? [] : ["test/campaigns/**", ...(isAlone ? [] : ["test/failover/**"])],
    globalSetup: ["test/set-up/postgres.ts"],
    // Processes, not threads: tests kill servers, and a native crash must not take the run along.
    pool: "forks",
    // One more than the machines have cores: a third of the time tests wait, for due times, timeouts and processes that start.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // Figures are of a machine that did nothing else.
    fileParallelism: !campaign,
    reporters: [
      ...(campaign && COUNTS !== undefined ? [campaignProgress()] : []),
      ["default", { summary: !campaign }],
      ...(COUNTS === undefined ? [] : [["json", { outputFile: COUNTS }] satisfies [string, object]]),
    ],
    // Pages take their time on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: campaign ? 4 * 3_600_000 : 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 70_000,
  },
});
