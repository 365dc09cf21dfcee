import { join } from "node:path";
import { defineConfig } from "vitest/config";

// Pictures of every screen are taken as tests are run: on a marketplace of their own (npm run shots).
export default defineConfig({
  root: join(import.meta.dirname, "..", ".."),
  test: { include: ["test/web/shots.ts"], globalSetup: ["test/set-up/postgres.ts"], pool: "forks", hookTimeout: 180_000 },
});
