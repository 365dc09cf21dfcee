import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { apiTypes } from "./api-types.ts";

// Builds the pages of both portals into web/dist: `node web/build/main.ts`, or only the types of the API: `node web/build/main.ts --types`.
// The new pages replace the old ones at once, when they are complete.

const WEB = join(import.meta.dirname, "..");
const DIST = join(WEB, "dist");
const NEXT = join(WEB, `.dist-${process.pid}`);
const GENERATED = join(WEB, "src", "api", "generated");

const PORTALS = ["portal", "backoffice"];
/** What is worth compressing, and from which size. Fonts and pictures are compressed already. */
const COMPRESSIBLE = /\.(js|css|svg)$/;
const MIN_COMPRESSED_BYTES = 1_024;

writeTypes();
if (!process.argv.includes("--types")) await buildPages();

function writeTypes(): void {
  mkdirSync(GENERATED, { recursive: true });
  for (const { name, text } of apiTypes(join(WEB, "..", "openapi"))) writeFileSync(join(GENERATED, name), text);
}

async function buildPages(): Promise<void> {
  try {
    await build({ configFile: join(WEB, "vite.config.ts"), build: { outDir: NEXT }, logLevel: "warn" });
    for (const portal of PORTALS) addressAssets(portal);
    const assets = join(NEXT, "assets");
    await Promise.all(readdirSync(assets).map((name) => compress(join(assets, name))));
    rmSync(DIST, { recursive: true, force: true });
    renameSync(NEXT, DIST);
  } finally {
    rmSync(NEXT, { recursive: true, force: true });
  }
}

/** A portal's page is shown at addresses of any depth, so what it loads is addressed from the root: `/portal/assets/...`. */
function addressAssets(portal: string): void {
  const path = join(NEXT, `index.${portal}.html`);
  writeFileSync(path, readFileSync(path, "utf8").replaceAll('"./assets/', `"/${portal}/assets/`));
}

/** Writes a file again beside itself, as `.br` and `.gz`, so that the server compresses nothing. */
async function compress(path: string): Promise<void> {
  if (!COMPRESSIBLE.test(path) || statSync(path).size < MIN_COMPRESSED_BYTES) return;
  const bytes = readFileSync(path);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, gz);
}
