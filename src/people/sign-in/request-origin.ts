import type { Operation, Refusal } from "../../platform/contract/index.ts";
import { peopleErrors } from "../errors.ts";
import type { Site } from "./site.ts";

/** The header that no form and no foreign page can send without asking us first. */
const PORTAL_HEADER = "vitrine-portal";
const MARK = "1";

/** Headers of a request, with names in lower case. */
type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The refusal of a call that another page may have made the browser send. A call that changes something needs `Vitrine-Portal: 1`, and must come from
 * our own pages: browsers say so in `Sec-Fetch-Site`, older ones in `Origin`.
 */
export function foreignRefusal(method: Operation["method"], headers: SentHeaders, { origins }: Pick<Site, "origins">): Refusal | undefined {
  if (method === "GET") return undefined;
  const site = headers["sec-fetch-site"];
  const { origin } = headers;
  const isOurs = site === undefined ? typeof origin === "string" && origins.includes(origin.toLowerCase()) : site === "same-origin";
  if (!isOurs)
    return peopleErrors.refuse("origin_foreign", {
      pointer: site === undefined ? "header.Origin" : "header.Sec-Fetch-Site",
      received: (site === undefined ? origin : site) ?? "-",
      allowed: site === undefined ? origins : "same-origin",
    });
  if (headers[PORTAL_HEADER] === MARK) return undefined;
  return peopleErrors.refuse("portal_header_missing", { pointer: "header.Vitrine-Portal", received: headers[PORTAL_HEADER] ?? "-" });
}
