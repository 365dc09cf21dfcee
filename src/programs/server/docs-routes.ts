import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../config.ts";
import type { PlainResponse, PlainRoute } from "../../platform/http/index.ts";
import { APIS, apiDocument } from "../../openapi/documents.ts";
import { PROJECT } from "../../project.ts";

const MARKDOWN = { "content-type": "text/markdown; charset=utf-8" };
const JSON_TYPE = { "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" };
const SAFE_PAGE = /^[\w-]+\.md$/;
const SAFE_FOLDER = /^[A-Za-z-]+$/;

/** Addresses of the pages in docs/, in its folders, and in their subfolders (`guides/pt-BR`). */
const DOCS_PATHS = ["/docs/{page}", "/docs/{folder}/{page}", "/docs/{folder}/{subfolder}/{page}"];
const PATH_PARAMETERS = ["folder", "subfolder", "page"];

const SERVER_DESCRIPTION = { sandbox: "Sandbox", production: "Produção" };

/**
 * Routes for the documents that an instance serves: OpenAPI at /openapi/{api}.json, the pages of docs/ at /docs. If no public URL is set,
 * the OpenAPI documents name a relative server URL, which works behind any port or proxy.
 */
export function docsRoutes({ publicUrl, environment }: Pick<Settings, "publicUrl" | "environment">): readonly PlainRoute[] {
  const server = { url: publicUrl || "/", description: SERVER_DESCRIPTION[environment] };
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
    ...DOCS_PATHS.map((path): PlainRoute => ({
      method: "GET",
      path,
      answer: ({ parameters }) => markdown(PATH_PARAMETERS.flatMap((name) => parameters[name] ?? [])),
    })),
  ];
}

/** The page of docs/ with this path; undefined if there is none. The name patterns exclude all files outside docs/. */
function markdown(names: readonly string[]): PlainResponse | undefined {
  const path = join(PROJECT, "docs", ...names);
  const isSafe = names.every((name, i) => (i === names.length - 1 ? SAFE_PAGE : SAFE_FOLDER).test(name));
  if (!isSafe || !existsSync(path)) return undefined;
  return { status: 200, headers: MARKDOWN, body: readFileSync(path, "utf8") };
}
