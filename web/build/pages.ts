import { hash } from "node:crypto";
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";

/** The folder of the pages' sources. */
export const WEB: string = join(import.meta.dirname, "..");

const EARLY_SCRIPT = join(WEB, "src", "app", "early-theme.js");
const HASH_LENGTH = 8;
const PORTALS = ["portal", "backoffice"] as const;
/** What is worth compressing, and from which size. Fonts and pictures are compressed already. */
const COMPRESSIBLE = /\.(js|css|svg)$/;
const MIN_COMPRESSED_BYTES = 1_024;

/** Builds the pages of a folder, `index.<portal>.html`. They replace those of `out` at once, when they are complete. */
export async function buildPages(out: string, root: string = WEB): Promise<void> {
  const next = `${out}-${process.pid}`;
  const input = Object.fromEntries(PORTALS.map((portal) => [portal, join(root, `index.${portal}.html`)]));
  try {
    await build({
      configFile: join(WEB, "vite.config.ts"),
      root,
      build: { outDir: next, rolldownOptions: { input } },
      logLevel: "warn",
    });
    const early = writeEarlyScript(next);
    for (const portal of PORTALS) finishPage(next, portal, early);
    const assets = join(next, "assets");
    await Promise.all(readdirSync(assets).map((name) => compress(join(assets, name))));
    rmSync(out, { recursive: true, force: true });
    renameSync(next, out);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Writes the script that runs before the page is drawn. Returns its tag. */
function writeEarlyScript(folder: string): string {
  const script = readFileSync(EARLY_SCRIPT);
  const name = `early-theme-${hash("sha256", script).slice(0, HASH_LENGTH)}.js`;
  writeFileSync(join(folder, "assets", name), script);
  return `<script src="./assets/${name}"></script>`;
}

/** A portal's page is shown at addresses of any depth, so what it loads is addressed from the root: `/portal/assets/...`. */
function finishPage(folder: string, portal: string, early: string): void {
  const path = join(folder, `index.${portal}.html`);
  const page = readFileSync(path, "utf8").replace("<title>", `${early}\n    <title>`);
  writeFileSync(path, page.replaceAll('"./assets/', `"/${portal}/assets/`));
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
