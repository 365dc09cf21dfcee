import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiTypes } from "./api-types.ts";
import { buildPages, WEB } from "./pages.ts";

// Builds the pages of both portals into web/dist: `node web/build/main.ts`, or only the types of the API: `node web/build/main.ts --types`.

const GENERATED = join(WEB, "src", "api", "generated");

mkdirSync(GENERATED, { recursive: true });
for (const { name, text } of apiTypes(join(WEB, "..", "openapi"))) writeFileSync(join(GENERATED, name), text);
if (!process.argv.includes("--types")) await buildPages(join(WEB, "dist"));
