import { type Answer, DEFAULT_SIZE, type Endpoint, endpoint, pageLinks, selectedValues } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { productPath } from "../pricing/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { critiqueOf, critiqueView, docsUrlOf } from "./critique-view.ts";
import { type StoredFinding, SEVERITIES } from "./product.ts";
import { publicationState } from "./publication.ts";
import { listCritiques, summarizeCritiques } from "./queries.ts";
import { DOCS_BASE } from "./status-view.ts";

const PATH = "/api/v2/products/critiques";

/** Operations on all critiques of a seller: list and count them (decisions 3). */
export function critiqueEndpoints({ db }: { readonly db: Database }): readonly Endpoint[] {
  return [
    endpoint(contract.listCritiques, async (call: SellerCall<typeof contract.listCritiques>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE, since } = call.query;
      // All codes are in lower case, including those that reviewers define.
      const code = selectedValues(call.query.code?.map((one) => one.toLowerCase()));
      const severity = selectedValues(call.query.severity, SEVERITIES);
      const { sellerId } = call.who;
      const rows = await db.run([sellerId], listCritiques, [sellerId, code ?? null, severity ?? null, since ?? null, size, page * size]);
      const items = rows.flatMap((row) => {
        if (row.sku === null || row.position === null || row.reviews === null || row.status === null) return [];
        const review = (JSON.parse(row.reviews) as StoredFinding[])[row.position];
        // The critique row and the product come from one snapshot, so they always match. If they did not, the row would be left out.
        if (!review) return [];
        const product = productPath(row.sku);
        return {
          sku: row.sku,
          ...critiqueView(review, call.lang, DOCS_BASE),
          status: publicationState(row.status).status,
          _links: { product: { href: product }, status: { href: `${product}/status` } },
        };
      });
      if (items.length === 0) return { status: 204 };
      const { total } = rows[0]!;
      const totalPages = Math.ceil(total / size);
      const links = pageLinks(PATH, { page, size, totalPages }, { code, severity, since });
      return { status: 200, body: { items, page, totalPages, size, total, _links: links } };
    }),
    endpoint(contract.summarizeCritiques, async (call: SellerCall<typeof contract.summarizeCritiques>): Promise<Answer> => {
      const { sellerId } = call.who;
      const rows = await db.run([sellerId], summarizeCritiques, [sellerId]);
      const items = rows.map((row) => ({
        ...row,
        rule: critiqueOf(row.code)?.rule[call.lang] ?? "",
        docs: docsUrlOf(row.code, DOCS_BASE),
        _links: { critiques: { href: `${PATH}?code=${encodeURIComponent(row.code)}` } },
      }));
      const total = rows.reduce((sum, row) => sum + row.count, 0);
      return { status: 200, body: { items, total, _links: { self: { href: `${PATH}/summary` } } } };
    }),
  ];
}
