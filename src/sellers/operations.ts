import {
  type Answer,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  type Environment,
  pageLinks,
  relLinks,
  selfLink,
} from "../platform/contract/index.ts";
import { isoDateTime } from "../platform/basics/index.ts";
import type { Database } from "../platform/database/index.ts";
import { changeIdempotently } from "../platform/idempotency/index.ts";
import * as contract from "./contract.ts";
import type { CredentialCache } from "./credential-cache.ts";
import { sellerErrors } from "./errors.ts";
import type { OperatorCall } from "./caller-identity.ts";
import { createApplication } from "./credentials/create.ts";
import * as queries from "./queries.ts";

export interface SellersContext {
  readonly db: Database;
  readonly credentialCache: CredentialCache;
  readonly environment: Environment;
  /** Creates a fictitious CNPJ for a sandbox seller that was sent without one. */
  readonly inventCnpj: () => string;
}

const base = "/operator/v1/sellers";
const applications = "/operator/v1/applications";

const sellerView = (row: queries.SellerRow) => ({
  sellerId: row.seller_id,
  name: row.name,
  status: row.status,
  cnpj: row.cnpj ?? undefined,
  legalName: row.legal_name ?? undefined,
  createdAt: isoDateTime(row.created_at),
  links: [selfLink(`${base}/${row.seller_id}`), { rel: "credentials", href: `${base}/${row.seller_id}/credentials` }],
});

/** Operators' operations on sellers and applications. */
export function sellerEndpoints({ db, credentialCache, environment, inventCnpj }: SellersContext): readonly Endpoint[] {
  const find = async (sellerId: number) => (await db.run([], queries.findSeller, [sellerId]))[0];
  const unknown = (sellerId: number) => sellerErrors.refuse("seller_unknown", { pointer: "path.sellerId", received: sellerId });

  return [
    endpoint(contract.createSeller, (call: OperatorCall<typeof contract.createSeller>) =>
      changeIdempotently(db, "every seller", call.idempotencyKey, async (transaction): Promise<Answer> => {
        const { name, cnpj, legalName } = call.body;
        // Test orders and their invoices need a CNPJ, so the sandbox creates one. Production never does.
        const sellerCnpj = cnpj ?? (environment === "sandbox" ? inventCnpj() : null);
        const [row] = await transaction.run(queries.insertSeller, [name, call.at, sellerCnpj, legalName ?? null]);
        return { status: 201, headers: { location: `${base}/${row!.seller_id}` }, body: sellerView(row!) };
      }),
    ),
    endpoint(contract.listSellers, async (call: OperatorCall<typeof contract.listSellers>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE } = call.query;
      const rows = await db.run([], queries.listSellers, [size, page * size]);
      if (rows.length === 0) return { status: 204 };
      const { total } = rows[0]!;
      const totalPages = Math.ceil(total / size);
      const links = relLinks(pageLinks(base, { page, size, totalPages }));
      return { status: 200, body: { items: rows.map(sellerView), page, size, total, totalPages, links } };
    }),
    endpoint(contract.getSeller, async (call: OperatorCall<typeof contract.getSeller>) => {
      const row = await find(call.path.sellerId);
      return row ? { status: 200, body: sellerView(row) } : unknown(call.path.sellerId);
    }),
    endpoint(contract.changeSeller, async (call: OperatorCall<typeof contract.changeSeller>) => {
      const { sellerId } = call.path;
      const { name, status, cnpj, legalName } = call.body;
      const [row] = await db.run([], queries.changeSeller, [sellerId, name ?? null, status ?? null, cnpj ?? null, legalName ?? null]);
      if (!row) return unknown(sellerId);
      credentialCache.clear();
      return { status: 200, body: sellerView(row) };
    }),
    endpoint(contract.createApplication, (call: OperatorCall<typeof contract.createApplication>) =>
      changeIdempotently(db, [], call.idempotencyKey, async (transaction): Promise<Answer> => {
        const { name } = call.body;
        const clientId = await createApplication(transaction, environment, { name, at: call.at });
        const location = `${applications}/${clientId}`;
        return { status: 201, headers: { location }, body: { clientId, name, createdAt: isoDateTime(call.at), credentials: 0 } };
      }),
    ),
    endpoint(contract.listApplications, async (): Promise<Answer> => {
      const rows = await db.run([], queries.listApplications, []);
      const items = rows.map((row) => ({
        clientId: row.client_id,
        name: row.name,
        createdAt: isoDateTime(row.created_at),
        credentials: row.credentials,
      }));
      return { status: 200, body: { items, links: [selfLink(applications)] } };
    }),
  ];
}
