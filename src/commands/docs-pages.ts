import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../config.ts";
import type { PlainRoute, PlainResponse } from "../platform/http/server.ts";
import { APIS, apiDocument } from "./documents.ts";
import { PROJECT } from "./project.ts";

const MARKDOWN = { "content-type": "text/markdown; charset=utf-8" };
const JSON_TYPE = { "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" };
const SAFE_PAGE = /^[\w-]+\.md$/;
const SAFE_FOLDER = /^[A-Za-z-]+$/;

/** How pages of docs/ are addressed: beside it, in a folder, in a folder of a folder (`guides/pt-BR`). */
const DOCS_PATHS = ["/docs/{page}", "/docs/{folder}/{page}", "/docs/{folder}/{subfolder}/{page}"];
const STEPS = ["folder", "subfolder", "page"];

const SERVED_AS = { sandbox: "Sandbox", production: "Produção" };

/**
 * The documents an instance serves: OpenAPI at /openapi/{api}.json, the pages of docs/ at /docs. Without a public URL the
 * server is named relative to where the document was read, whichever port or proxy that was.
 */
export function docsPages({ publicUrl, environment }: Pick<Settings, "publicUrl" | "environment">): readonly PlainRoute[] {
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
    ...DOCS_PATHS.map((path): PlainRoute => ({
      method: "GET",
      path,
      answer: ({ parameters }) => markdown(STEPS.flatMap((step) => parameters[step] ?? [])),
    })),
  ];
}

/** A page of docs/ by its steps, if there is one; nothing outside of it has such names. */
function markdown(steps: readonly string[]): PlainResponse | undefined {
  const path = join(PROJECT, "docs", ...steps);
  const named = steps.every((step, i) => (i === steps.length - 1 ? SAFE_PAGE : SAFE_FOLDER).test(step));
  if (!named || !existsSync(path)) return undefined;
  return { status: 200, headers: MARKDOWN, body: readFileSync(path, "utf8") };
}
