import { join } from "node:path";
import { buildPages } from "../../web/build/pages.ts";

/** Builds the gallery of shared components, and answers its folder. */
export async function buildGallery(): Promise<string> {
  const out = join(import.meta.dirname, "..", ".tmp", "gallery");
  await buildPages(out, join(import.meta.dirname, "gallery"));
  return out;
}
