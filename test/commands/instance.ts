import { mkdtempSync } from "node:fs";

import { join } from "node:path";
import { inject } from "vitest";
import { writeInstanceFile } from "../../src/commands/instance-file.ts";
import type { Marketplace } from "../harness.ts";

/** A data folder as a running instance leaves it, so that commands find the marketplace; `url` when something stands before it. */
export async function dataFolderOf(marketplace: Marketplace, role = "admin", url = marketplace.baseUrl): Promise<string> {
  const folder = mkdtempSync(join(inject("scratch"), "data-"));
  const { authorization = "" } = (await marketplace.operator(role)).headers;
  writeInstanceFile(folder, { url, environment: "sandbox", operatorKey: authorization.replace("Bearer ", "") });
  return folder;
}
