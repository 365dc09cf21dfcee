import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../platform/contract.ts";
import type { Page } from "../platform/http.ts";
import { APIS, apiDocument } from "./documents.ts";
import { PROJECT } from "./project.ts";

const MARKDOWN = { "content-type": "text/markdown; charset=utf-8" };
const JSON_TYPE = { "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" };
const SAFE_NAME = /^[a-z0-9-]+\.md$/;

/** The documents an instance serves: OpenAPI at /openapi/{api}.json, printed pages at /docs/{page}.md. */
export function docsPages(_environment: Environment): readonly Page[] {
  const documents = new Map<string, string>();
  return [
    {
      method: "GET",
      path: "/openapi/{document}",
      answer: ({ parameters }) => {
        const api = APIS.find((one) => `${one}.json` === parameters["document"]);
        if (api === undefined)
          return { status: 404, headers: JSON_TYPE, body: JSON.stringify({ documents: APIS.map((one) => `/openapi/${one}.json`) }) };
        const text = documents.get(api) ?? JSON.stringify(apiDocument(api));
        documents.set(api, text);
        return { status: 200, headers: JSON_TYPE, body: text };
      },
    },
    {
      method: "GET",
      path: "/docs/{page}",
      answer: ({ parameters }) => {
        const name = parameters["page"] ?? "";
        const path = join(PROJECT, "docs", name);
        if (!SAFE_NAME.test(name) || !existsSync(path)) return { status: 404, headers: MARKDOWN, body: "no such page\n" };
        return { status: 200, headers: MARKDOWN, body: readFileSync(path, "utf8") };
      },
    },
  ];
}
