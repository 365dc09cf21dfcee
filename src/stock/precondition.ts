import { ANY_VERSION, versionsIn } from "../platform/contract/index.ts";

/**
 * The versions that `If-Match` accepts, in the form that `putStocks` takes: null = any version, or no stock yet; `*` = any version of an
 * existing stock; otherwise numbers separated by commas. A stock has version 1 or more, so `"0"` matches nothing.
 */
export function ifMatchVersions(ifMatch: string | undefined): string | null {
  if (ifMatch === undefined) return null;
  if (ifMatch === ANY_VERSION) return ANY_VERSION;
  return versionsIn(ifMatch)
    .filter((version) => version !== "0")
    .join();
}
