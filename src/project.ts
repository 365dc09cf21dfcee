import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder that Vitrine is installed in. */
export const PROJECT: string = join(import.meta.dirname, "..");

/** The version of Vitrine, from package.json. */
export const VERSION: string = (JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as { version: string }).version;
