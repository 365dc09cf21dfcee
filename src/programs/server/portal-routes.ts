import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "../../platform/basics/index.ts";
import {
  type PlainRequest,
  type PlainResponse,
  type PlainRoute,
  readStaticFiles,
  staticResponse,
  type StaticFile,
} from "../../platform/http/index.ts";
import { PROJECT } from "../../project.ts";

/** The portals: each is one page, which shows the screen that its address names. */
const PORTALS = ["portal", "backoffice"] as const;

const BUILT_PAGES = join(PROJECT, "web", "dist");
/** Stands in the built pages where each answer puts its nonce. */
const NONCE = /\{\{nonce\}\}/g;
const NONCE_BYTES = 16;
/** Below a portal, `assets/` has the files of its page, and `v1/` belongs to the API. Every other address is a screen. */
const ASSET = /^assets\/([\w.-]+)$/;
const NOT_A_SCREEN = /^(assets|v\d+)(\/|$)/;

const NOT_BUILT = `As páginas não foram construídas; rode bin/setup e reinicie o servidor. A API responde.
The pages were not built; run bin/setup and restart the server. The API answers.
`;

/** Whether bin/setup has built the pages. */
export const arePagesBuilt = (folder: string = BUILT_PAGES): boolean => existsSync(join(folder, "index.portal.html"));

/**
 * Routes for the pages of the portals, read once into memory. Each page gets a content policy with a nonce of its own. A browser that asks for `/`
 * is sent to the sellers' portal. If the pages were not built, the portals answer 503 and say so.
 */
export function portalRoutes(folder: string = BUILT_PAGES): readonly PlainRoute[] {
  const assets = readStaticFiles(join(folder, "assets"));
  const isBuilt = arePagesBuilt(folder);
  return [
    { method: "GET", path: "/", answer: ({ headers }) => (wantsPage(headers) ? redirectTo("/portal") : undefined) },
    ...PORTALS.flatMap((portal): PlainRoute[] => {
      const page = isBuilt ? readFileSync(join(folder, `index.${portal}.html`), "utf8") : undefined;
      return [
        { method: "GET", path: `/${portal}`, answer: () => screen(page) },
        { method: "GET", path: `/${portal}/*`, answer: ({ parameters, headers }) => below(parameters["*"] ?? "", page, assets, headers) },
      ];
    }),
  ];
}

function below(
  rest: string,
  page: string | undefined,
  assets: ReadonlyMap<string, StaticFile>,
  headers: PlainRequest["headers"],
): PlainResponse | undefined {
  const file = assets.get(ASSET.exec(rest)?.[1] ?? "");
  if (file !== undefined) return staticResponse(file, headers);
  return NOT_A_SCREEN.test(rest) ? undefined : screen(page);
}

/** The page of a portal. It has a nonce that no other answer has, so caches must not keep it. */
function screen(page: string | undefined): PlainResponse {
  if (page === undefined) return { status: 503, headers: { "content-type": "text/plain; charset=utf-8" }, body: NOT_BUILT };
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  return {
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", "content-security-policy": contentPolicy(nonce) },
    body: page.replace(NONCE, nonce),
  };
}

/** Scripts, fonts and calls are our own. Only style elements with the nonce apply, because the components write some. */
const contentPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");

/** Whether the caller is a browser that opens an address, and not a program. */
const wantsPage = ({ accept }: PlainRequest["headers"]): boolean => /\btext\/html\b/.test(accept ?? "");

const redirectTo = (location: string): PlainResponse => ({ status: 303, headers: { location, vary: "Accept" }, body: "" });
