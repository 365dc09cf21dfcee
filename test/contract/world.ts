import { PRODUCT_EXAMPLE } from "../../src/catalog/contract.ts";
import type { Operation } from "../../src/platform/contract.ts";
import { ROLES, SCOPES } from "../../src/sellers/index.ts";
import { type Client, eventually, type Marketplace, type Seller, startMarketplace } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";

/** A marketplace in which every operation of the contract has something to succeed with. */
export interface World {
  readonly market: Marketplace;
  /** Someone who may call the operation. */
  caller(operation: Operation): Promise<Client>;
  /** Someone who is known, and may not. */
  stranger(operation: Operation): Promise<Client>;
  /** The operation's address with something there, fresh where the call uses it up. */
  address(operation: Operation): Promise<string>;
  /** A body that the operation takes. */
  body(operation: Operation): unknown;
  stop(): Promise<void>;
}

/** Bodies beyond it are refused; large enough for every example. */
export const BODY_LIMIT_BYTES = 16 * 1024;

const CATALOGED = ["VISEIRA-STATUS", "VISEIRA-REVIEW", "VISEIRA-BULK"] as const;
const CRITICIZED = "VISEIRA-CRITICADA";
const FAR = "2030-01-01T00:00:00Z";
/** The same change twice is none: each one asked for is another. */
let scheduled = 60;

export async function createWorld(): Promise<World> {
  const market = await startMarketplace({ settings: { BODY_LIMIT_BYTES: String(BODY_LIMIT_BYTES) } });
  const seller = await market.seller();
  const admin = await market.operator("admin");
  await furnish(market, seller);
  const world = { market, seller, admin };
  return {
    market,
    caller: async ({ audience, id }) => (audience === "operator" ? admin : id === "postProduct" ? market.seller() : seller),
    stranger: ({ audience, permission }) =>
      audience === "operator"
        ? market.operator(ROLES.find((role) => role !== "admin" && !permission.includes(role))!)
        : market.seller({ scopes: SCOPES.filter((scope) => scope !== permission) }),
    async address(operation) {
      let path = operation.path;
      for (const [, name] of operation.path.matchAll(/\{(\w+)\}/g)) {
        const value = VALUES[name!];
        if (value === undefined) throw new Error(`test/contract/world.ts knows no value for {${name}} of ${operation.path}`);
        path = path.replace(`{${name}}`, encodeURIComponent(await value(world, operation)));
      }
      return path;
    },
    body: ({ id, bodyExample }) => (id === "reviewProducts" ? { items: [decision(seller, CATALOGED[2])] } : bodyExample),
    stop: market.stop,
  };
}

const decision = ({ sellerId }: Seller, sku: string) => ({ sellerId, sku, decision: "approve" });

interface Furnished {
  readonly market: Marketplace;
  readonly seller: Seller;
  readonly admin: Client;
}

/** A value for each parameter that a path names. */
const VALUES: Readonly<Record<string, (world: Furnished, operation: Operation) => Promise<string> | string>> = {
  sku: (_world, { id }) =>
    ({ putProductStatus: CATALOGED[0], reviewProduct: CATALOGED[1], getProductStatus: CRITICIZED })[id] ?? PRODUCT_EXAMPLE.sku,
  sellerId: ({ seller }) => String(seller.sellerId),
  credentialId: async ({ admin, seller }) =>
    idOf(await admin.post(`/operator/v1/sellers/${seller.sellerId}/credentials`, { name: "brief" })),
  keyId: async ({ admin }) => idOf(await admin.post("/operator/v1/operator-keys", { role: "support" })),
  buId: () => "VE",
  departmentCode: async ({ seller }) => firstCode(await seller.get("/api/v1/bus/VE/departments")),
  productTypeCode: async ({ seller }) =>
    firstCode(await seller.get(`/api/v1/department/${firstCode(await seller.get("/api/v1/bus/VE/departments"))}/productType`)),
  list: () => "brands",
  code: async ({ seller }, { bodyExample }) => {
    const brands = itemsOf(await seller.get("/api/v1/brands"));
    const { name } = (bodyExample ?? {}) as { readonly name?: string };
    return String((brands.find((brand) => brand.name === name) ?? brands.at(-1)!).code);
  },
  rule: () => "familySettleSeconds",
  changeId: async ({ admin }) => {
    const reply = await admin.put("/operator/v1/rules/familySettleSeconds", { value: (scheduled += 1), effectiveAt: FAR });
    return String((reply.json as { readonly changes: readonly { readonly changeId: number }[] }).changes[0]!.changeId);
  },
};

type Answered = Awaited<ReturnType<Client["get"]>>;
const idOf = ({ json }: Answered) => (json as { readonly id: string }).id;
const itemsOf = ({ json }: Answered) => (json as { readonly items: readonly { readonly code: number; readonly name: string }[] }).items;
const firstCode = (reply: Answered) => String(itemsOf(reply)[0]!.code);

/** The example product as its seller may still change it, products in cataloguing, and a criticized one. */
async function furnish({ baseUrl }: Marketplace, seller: Seller): Promise<void> {
  const { visor } = await wares(`${baseUrl}/images`);
  await publish(seller, PRODUCT_EXAMPLE);
  for (const sku of CATALOGED) await publish(seller, visor(sku));
  await publish(seller, visor(CRITICIZED, { brand: "Ninguém" }));
  for (const [sku, code] of [...CATALOGED.map((one) => [one, "CATALOGING"] as const), [CRITICIZED, "CRITICIZED"] as const]) {
    await eventually(`${sku} to be ${code}`, async () => {
      const reply = await seller.get(pathOf(sku, "status"));
      return (reply.json as { readonly code: string }).code === code;
    });
  }
}
