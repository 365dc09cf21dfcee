/**
 * Writes the catalogue: `node data/catalogue/generate.ts`. Development only: the files are committed, and a test holds
 * them to what this makes of the reference data.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSnapshot, readReferenceFiles } from "../../src/reference/index.ts";
import { makeCatalogue } from "./catalogue.ts";
import { catalogueText, expectedText } from "./files.ts";

const folder = import.meta.dirname;
const catalogue = makeCatalogue(buildSnapshot(await readReferenceFiles(join(folder, "..", "reference")), 1));
writeFileSync(join(folder, "vitrine.ndjson"), catalogueText(catalogue));
writeFileSync(join(folder, "expected.json"), expectedText(catalogue));
