import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../config.ts";
import type { Page, PageAnswer } from "../platform/http.ts";
import { APIS, apiDocument } from "./documents.ts";
import { PROJECT } from "./project.ts";

const MARKDOWN = { "content-type": "text/markdown; charset=utf-8" };
const JSON_TYPE = { "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" };
const SAFE_PAGE = /^[\w-]+\.md$/;
const SAFE_FOLDER = /^[a-z-]+$/;

const SERVED_AS = { sandbox: "Sandbox", production: "Produção" };

/**
 * The documents an instance serves: OpenAPI at /openapi/{api}.json, the pages of docs/ at /docs. Without a public URL the
 * server is named relative to where the document was read, whichever port or proxy that was.
 */
export function docsPages({ publicUrl, environment }: Pick<Settings, "publicUrl" | "environment">): readonly Page[] {
  const server = { url: publicUrl || "/", description: SERVED_AS[environment] };
  const documents = new Map<string, string>();
  return [
    {
      method: "GET",
      path: "/openapi/{document}",
      answer: ({ parameters }) => {
        const api = APIS.find((one) => `${one}.json` === parameters["document"]);
        if (api === undefined) return undefined;
        const text = documents.get(api) ?? JSON.stringify(apiDocument(api, server));
        documents.set(api, text);
        return { status: 200, headers: JSON_TYPE, body: text };
      },
    },
    { method: "GET", path: "/docs/{page}", answer: ({ parameters }) => markdown([parameters["page"]]) },
    { method: "GET", path: "/docs/{folder}/{page}", answer: ({ parameters }) => markdown([parameters["folder"], parameters["page"]]) },
  ];
}

/** A page of docs/ by its steps, if there is one; nothing outside of it has such names. */
function markdown(steps: readonly (string | undefined)[]): PageAnswer | undefined {
  const path = join(PROJECT, "docs", ...steps.map((step) => step ?? ""));
  const named = steps.every((step, i) => (i === steps.length - 1 ? SAFE_PAGE : SAFE_FOLDER).test(step ?? ""));
  if (!named || !existsSync(path)) return undefined;
  return { status: 200, headers: MARKDOWN, body: readFileSync(path, "utf8") };
}
