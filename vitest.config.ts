import { defineConfig } from "vitest/config";

// bin/test --campaign sets it; a campaign is the same tests with a larger budget (test/budget.ts), and those that only make sense at length.
const campaign = process.env.CAMPAIGN !== undefined;

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: campaign ? [] : ["test/campaigns/**"],
    globalSetup: ["test/set-up/postgres.ts"],
    // Processes, not threads: tests kill servers, and a native crash must not take the run along.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: campaign ? 4 * 3_600_000 : 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 70_000,
  },
});
