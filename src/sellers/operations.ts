import type { Answer, Endpoint } from "../platform/contract.ts";
import { endpoint } from "../platform/contract.ts";
import { isoDateTime } from "../platform/clock.ts";
import type { Database } from "../platform/db.ts";
import { opaqueToken, publicId, sha256 } from "../platform/ids.ts";
import * as contract from "./contract.ts";
import { OPERATOR_KEY_PREFIX, TOKEN_PREFIX } from "./doors.ts";
import type { Directory } from "./directory.ts";
import { sellerErrors } from "./errors.ts";
import { SCOPES, type OperatorCall } from "./identity.ts";
import type { Environment } from "../platform/contract.ts";
import * as queries from "./queries.ts";

export interface SellersContext {
  readonly db: Database;
  readonly directory: Directory;
  readonly environment: Environment;
}

const DEFAULT_SIZE = 20;
const base = "/operator/v1/sellers";
const applications = "/operator/v1/applications";
const operatorKeys = "/operator/v1/operator-keys";
const self = (href: string) => ({ rel: "self", href });
const when = (ms: number | null) => (ms === null ? undefined : isoDateTime(ms));

const sellerView = (row: queries.SellerRow) => ({
  sellerId: row.seller_id,
  name: row.name,
  status: row.status,
  createdAt: isoDateTime(row.created_at),
  links: [self(`${base}/${row.seller_id}`), { rel: "credentials", href: `${base}/${row.seller_id}/credentials` }],
});

const credentialView = (sellerId: number, row: queries.CredentialView) => ({
  id: row.credential_id,
  clientId: row.client_id,
  name: row.name,
  scopes: row.scopes,
  plan: row.quota_per_minute ?? undefined,
  separatePriceAndStock: row.separate_price_and_stock,
  createdAt: isoDateTime(row.created_at),
  expiresAt: when(row.expires_at),
  revokedAt: when(row.revoked_at),
  lastUsedAt: when(row.last_used_at),
  links: [self(`${base}/${sellerId}/credentials/${row.credential_id}`)],
});

/** Issues a credential: a new application unless one is named, a token shown once, its hash stored. */
export async function issueCredential(
  context: Pick<SellersContext, "db" | "environment">,
  facts: {
    readonly sellerId: number;
    readonly name: string;
    readonly clientId?: string | undefined;
    readonly scopes?: readonly string[] | undefined;
    readonly plan?: number | undefined;
    readonly separatePriceAndStock?: boolean | undefined;
    readonly expiresAt?: number | undefined;
    readonly at: number;
  },
) {
  const clientId = facts.clientId ?? publicId(`vta_${context.environment}`);
  const accessToken = opaqueToken(TOKEN_PREFIX[context.environment]);
  const id = publicId("crd");
  const scopes = facts.scopes ?? SCOPES;
  await context.db.transaction([facts.sellerId], async (transaction) => {
    if (facts.clientId === undefined) await transaction.run(queries.insertApplication, [clientId, facts.name, facts.at]);
    await transaction.run(queries.insertCredential, [
      sha256(accessToken),
      id,
      clientId,
      facts.sellerId,
      facts.name,
      scopes,
      facts.plan ?? null,
      facts.separatePriceAndStock ?? false,
      facts.at,
      facts.expiresAt ?? null,
    ]);
  });
  return { id, clientId, accessToken, scopes };
}

/** Issues an operator key, shown once. */
export async function issueOperatorKey(db: Database, facts: { readonly role: string; readonly name: string; readonly at: number }) {
  const operatorKey = opaqueToken(OPERATOR_KEY_PREFIX);
  const id = publicId("opk");
  await db.run([], queries.insertOperatorKey, [sha256(operatorKey), id, facts.role, facts.name, facts.at]);
  return { id, operatorKey };
}

/** The operator API's seller administration. */
export function sellerEndpoints({ db, directory, environment }: SellersContext): readonly Endpoint[] {
  const known = async (sellerId: number) => (await db.run([], queries.findSeller, [sellerId]))[0];
  const unknown = (sellerId: number) => sellerErrors.refuse("seller_unknown", { pointer: "path.sellerId", received: sellerId });

  return [
    endpoint(contract.createSeller, async (call: OperatorCall<typeof contract.createSeller>): Promise<Answer> => {
      const [row] = await db.run("every seller", queries.insertSeller, [call.body.name, call.at]);
      return { status: 201, headers: { location: `${base}/${row!.seller_id}` }, body: sellerView(row!) };
    }),
    endpoint(contract.listSellers, async (call: OperatorCall<typeof contract.listSellers>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE } = call.query;
      const rows = await db.run([], queries.listSellers, [size, page * size]);
      if (rows.length === 0) return { status: 204 };
      const { total } = rows[0]!;
      return {
        status: 200,
        body: {
          items: rows.map(sellerView),
          page,
          size,
          total,
          totalPages: Math.ceil(total / size),
          links: [self(`${base}?page=${page}&size=${size}`)],
        },
      };
    }),
    endpoint(contract.getSeller, async (call: OperatorCall<typeof contract.getSeller>) => {
      const row = await known(call.path.sellerId);
      return row ? { status: 200, body: sellerView(row) } : unknown(call.path.sellerId);
    }),
    endpoint(contract.changeSeller, async (call: OperatorCall<typeof contract.changeSeller>) => {
      const { sellerId } = call.path;
      const [row] = await db.run([], queries.changeSeller, [sellerId, call.body.name ?? null, call.body.status ?? null]);
      if (!row) return unknown(sellerId);
      directory.forget();
      return { status: 200, body: sellerView(row) };
    }),
    endpoint(contract.createCredential, async (call: OperatorCall<typeof contract.createCredential>) => {
      const { sellerId } = call.path;
      const { name, clientId } = call.body;
      if (!(await known(sellerId))) return unknown(sellerId);
      if (clientId !== undefined && (await db.run([], queries.findApplication, [clientId])).length === 0) {
        return sellerErrors.refuse("application_unknown", { pointer: "/clientId", received: clientId });
      }
      const issued = await issueCredential({ db, environment }, { ...call.body, sellerId, at: call.at });
      const href = `${base}/${sellerId}/credentials/${issued.id}`;
      return { status: 201, headers: { location: href }, body: { ...issued, name, createdAt: isoDateTime(call.at), links: [self(href)] } };
    }),
    endpoint(contract.listCredentials, async (call: OperatorCall<typeof contract.listCredentials>) => {
      const { sellerId } = call.path;
      if (!(await known(sellerId))) return unknown(sellerId);
      const rows = await db.run([sellerId], queries.listCredentials, [sellerId]);
      return {
        status: 200,
        body: { items: rows.map((row) => credentialView(sellerId, row)), links: [self(`${base}/${sellerId}/credentials`)] },
      };
    }),
    endpoint(contract.revokeCredential, async (call: OperatorCall<typeof contract.revokeCredential>) => {
      const { sellerId, credentialId } = call.path;
      const [row] = await db.run([sellerId], queries.revokeCredential, [sellerId, credentialId, call.at]);
      directory.forget();
      if (!row) return sellerErrors.refuse("credential_unknown", { pointer: "path.credentialId", received: credentialId });
      return { status: 200, body: { id: credentialId, revokedAt: isoDateTime(row.revoked_at) } };
    }),
    endpoint(contract.createApplication, async (call: OperatorCall<typeof contract.createApplication>): Promise<Answer> => {
      const [row] = await db.run([], queries.insertApplication, [publicId(`vta_${environment}`), call.body.name, call.at]);
      const { client_id: clientId, name, created_at } = row!;
      const location = `${applications}/${clientId}`;
      return { status: 201, headers: { location }, body: { clientId, name, createdAt: isoDateTime(created_at), credentials: 0 } };
    }),
    endpoint(contract.listApplications, async (): Promise<Answer> => {
      const rows = await db.run([], queries.listApplications, []);
      const items = rows.map((row) => ({
        clientId: row.client_id,
        name: row.name,
        createdAt: isoDateTime(row.created_at),
        credentials: row.credentials,
      }));
      return { status: 200, body: { items, links: [self(applications)] } };
    }),
    endpoint(contract.createOperatorKey, async (call: OperatorCall<typeof contract.createOperatorKey>): Promise<Answer> => {
      const { role, name = role } = call.body;
      const issued = await issueOperatorKey(db, { role, name, at: call.at });
      const location = `${operatorKeys}/${issued.id}`;
      return { status: 201, headers: { location }, body: { ...issued, role, name, createdAt: isoDateTime(call.at) } };
    }),
    endpoint(contract.listOperatorKeys, async (): Promise<Answer> => {
      const rows = await db.run([], queries.listOperatorKeys, []);
      const items = rows.map((row) => ({
        id: row.key_id,
        role: row.role,
        name: row.name,
        createdAt: isoDateTime(row.created_at),
        revokedAt: when(row.revoked_at),
      }));
      return { status: 200, body: { items, links: [self(operatorKeys)] } };
    }),
    endpoint(contract.revokeOperatorKey, async (call: OperatorCall<typeof contract.revokeOperatorKey>) => {
      const { keyId } = call.path;
      const [row] = await db.run([], queries.revokeOperatorKey, [keyId, call.at]);
      directory.forget();
      if (!row) return sellerErrors.refuse("operator_key_unknown", { pointer: "path.keyId", received: keyId });
      return { status: 200, body: { id: keyId, revokedAt: isoDateTime(row.revoked_at) } };
    }),
    endpoint(contract.listAudit, async (call: OperatorCall<typeof contract.listAudit>): Promise<Answer> => {
      const { before = Number.MAX_SAFE_INTEGER, size = DEFAULT_SIZE } = call.query;
      const rows = await db.run([], queries.listAudit, [before, size]);
      if (rows.length === 0) return { status: 204 };
      const items = rows.map((row) => ({
        auditId: row.audit_id,
        date: isoDateTime(row.at),
        actor: row.actor,
        role: row.role,
        operation: row.operation,
        target: row.target,
        status: row.status,
        requestId: row.request_id,
        change: row.change ?? undefined,
      }));
      return { status: 200, body: { items, links: [self("/operator/v1/audit")] } };
    }),
  ];
}
