import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { PROJECT } from "../../src/project.ts";
import { budget } from "../budget.ts";
import { startMarketplace, type Marketplace } from "../harness.ts";
import { STORIES, tell, type Stage } from "./respect.ts";

/** The seed's stories as Arazzo workflows, told by a tool that knows nothing of this project but its documents. */
const PATIENCE_MS = 10 * 60_000;
/** All of them in a campaign; otherwise the one that says most in the shortest time. */
const TOLD = budget(1, STORIES.length) === 1 ? ["4.3-order-to-delivered"] : STORIES;
/** The sections of the seed that tell a story. */
const SECTIONS = ["3.2", "4.1", "4.2", "4.3", "4.4", "5", "6", "7"];

let market: Marketplace;
let stage: Stage;
beforeAll(async () => {
  market = await startMarketplace({ settings: { SELF_SERVICE_PER_ADDRESS: "1000", SELF_SERVICE_PER_HOUR: "1000" } });
  const { headers } = await market.operator("admin");
  const url = market.baseUrl;
  stage = {
    servers: { v1: url, v2: url, operator: url, portal: url },
    imagesUrl: `${url}/images`,
    operatorKey: headers["authorization"]!.replace("Bearer ", ""),
    issueDate: new Date(market.clock.now()).toISOString(),
  };
});
afterAll(() => market.stop());

describe("the stories of openapi/workflows", () => {
  it("tell of every section that has one", () => {
    expect(SECTIONS.filter((section) => !STORIES.some((story) => story.startsWith(`${section}-`)))).toEqual([]);
  });

  it.each([...STORIES, "parts"])("%s names operations that there are", (story) => {
    const text = readFileSync(join(PROJECT, "openapi", "workflows", `${story}.arazzo.yaml`), "utf8");
    const named = [...text.matchAll(/operationId: \$sourceDescriptions\.(\w+)\.(\w+)/g)].map(([, api, id]) => `${api} ${id}`);
    const known = OPERATIONS.map(({ api, id }) => `${api} ${id}`);
    expect(named.filter((one) => !known.includes(one))).toEqual([]);
  });

  it.each(TOLD)(
    "%s happens as it is told",
    async (story) => {
      expect(await tell(story, stage)).toBeGreaterThan(10);
    },
    PATIENCE_MS,
  );

  it(
    "do not happen where something is amiss",
    async () => {
      const operator = await market.operator("integration");
      await operator.put("/operator/v1/faults/http", { rules: [{ kind: "status", status: 500, operation: "listProducts" }] });
      await expect(tell("7-refusals", stage)).rejects.toThrow("pageTooLarge");
      await operator.request("DELETE", "/operator/v1/faults");
    },
    PATIENCE_MS,
  );
});
