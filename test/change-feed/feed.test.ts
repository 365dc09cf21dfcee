import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { parseDeprecations } from "../../src/platform/contract/deprecations.ts";
import { realNow } from "../../src/platform/basics/clock.ts";
import { eventually, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { publish, wares, type Wares } from "../wares.ts";

const DAY_MS = 86_400_000;
const DEPRECATION = {
  code: "orders-expands",
  operation: "listOrders",
  part: { in: "query", name: "expands" },
  deprecatedAt: "2026-11-01T00:00:00-03:00",
  sunsetAt: "2027-06-01T00:00:00-03:00",
  instead: { "pt-BR": "Use `expand`.", en: "Use `expand`." },
  guide: "/docs/guides/pt-BR/changes.md",
};

interface Item {
  readonly id: string;
  readonly kind: string;
  readonly breaking: boolean;
  readonly announcedAt: string;
  readonly effectiveAt: string;
  readonly subject: string;
  readonly description: string;
  readonly action: string;
  readonly affected?: { readonly skus: number };
}

let market: Marketplace;
let seller: Seller;
let catalog: Client;
let shop: Wares;
beforeAll(async () => {
  market = await startMarketplace({ deprecations: parseDeprecations([DEPRECATION], OPERATIONS) });
  seller = await market.seller();
  catalog = await market.operator("catalog");
  shop = await wares(`${market.baseUrl}/images`);
});
afterAll(() => market.stop());

const feed = async (query = "", who: Client = seller): Promise<readonly Item[]> => {
  const { status, json } = await who.get(`/api/v1/changes${query}`);
  return status === 204 ? [] : (json.items as Item[]);
};

describe("GET /api/v1/changes", () => {
  it("has deprecations before anything else happened", async () => {
    expect(await feed()).toMatchObject([
      { id: "deprecation-orders-expands", kind: "api_deprecation", breaking: true, subject: "listOrders expands", action: "Use `expand`." },
    ]);
  });

  it("has values, minima and rules, each with its date, what to do and what it affects", async () => {
    const later = new Date(market.clock.now() + 20 * DAY_MS).toISOString();
    await publish(seller, shop.visor("ATINGIDA", { brand: shop.brand(3) }));
    const { items } = (await catalog.get("/operator/v1/reference/brands")).json as { items: { code: number; name: string }[] };
    const { code } = items.find(({ name }) => name === shop.brand(3))!;
    await catalog.request("DELETE", `/operator/v1/reference/brands/${code}?effectiveAt=${later}`);
    const { value } = (await catalog.get("/operator/v1/rules/familyMinimum")).json as { value: Record<string, number> };
    await catalog.put("/operator/v1/rules/familyMinimum", { value: { ...value, SHOES: 5 }, effectiveAt: later });
    await catalog.put("/operator/v1/rules/familySettleSeconds", { value: 99, effectiveAt: later });
    const found = await eventually("the removal counted", async () => {
      const all = await feed();
      return all.length === 4 && all[1]!.affected !== undefined && all;
    });
    expect(found.slice(1)).toMatchObject([
      { kind: "reference_value", breaking: true, subject: `brands/${code}`, affected: { skus: 1 } },
      { kind: "family_minimum", breaking: true, subject: "rules/familyMinimum" },
      { kind: "rule", breaking: false, subject: "rules/familySettleSeconds", action: "Nada a fazer." },
    ]);
    expect(found[1]!.description).toBe(`${shop.brand(3)} deixa de existir em brands.`);
    expect(found[1]!.action).toContain("1 produtos atingidos");
    const english = (await seller.get("/api/v1/changes", { headers: { "accept-language": "en" } })).json.items as Item[];
    expect(english[1]!.description).toBe(`${shop.brand(3)} ceases to exist in brands.`);
  });

  it("has the caller's credential that expires soon, and not another application's", async () => {
    const admin = await market.operator("admin");
    const expiresAt = realNow() + 5 * DAY_MS;
    const path = `/operator/v1/sellers/${seller.sellerId}/credentials`;
    const { json } = await admin.post(path, { name: "curta", expiresAt });
    const own = { headers: { client_id: json.clientId as string, access_token: json.accessToken as string } };
    const items = (await market.request("GET", "/api/v1/changes", own)).json.items as Item[];
    expect(items.filter(({ kind }) => kind === "credential_expiry")).toMatchObject([{ subject: json.id, breaking: true }]);
    expect((await feed()).filter(({ kind }) => kind === "credential_expiry")).toEqual([]);
  });

  it("goes on page by page without a gap, whatever was announced at one instant", async () => {
    const all = (await feed("?size=100")).map(({ id }) => id);
    const walked: string[] = [];
    let path: string | undefined = "/api/v1/changes?size=1";
    while (path !== undefined && walked.length <= all.length) {
      const { json }: { json: { items: Item[]; links: { rel: string; href: string }[] } } = await seller.get(path);
      walked.push(...json.items.map(({ id }) => id));
      path = json.links.find(({ rel }) => rel === "next")?.href;
    }
    expect(walked).toEqual(all);
  });

  it("says what to ask next time, which repeats rather than misses", async () => {
    const { json } = await seller.get("/api/v1/changes?size=100");
    const again = await feed(`?since=${encodeURIComponent(json.nextSince as string)}`);
    expect(again.map(({ kind }) => kind)).toEqual(["reference_value", "family_minimum", "rule"]);
    expect(await feed("?since=2027-01-01")).toEqual([]);
    const wrong = await seller.get("/api/v1/changes?since=ontem");
    expect([wrong.status, wrong.json.details[0].pointer]).toEqual([400, "query.since"]);
  });
});

describe("GET /api/v1/changes while the clock of the sandbox is ahead", () => {
  /** Reads on as the documents say: the pages of each reading, then what `nextSince` says. */
  const readingOn = (own: Client) => {
    let since = "";
    return async (): Promise<readonly string[]> => {
      const ids: string[] = [];
      let path: string | undefined = `/api/v1/changes?size=2${since}`;
      while (path !== undefined) {
        const { status, json }: { status: number; json: Reply["json"] } = await own.get(path);
        if (status === 204) break;
        ids.push(...(json.items as Item[]).map(({ id }) => id));
        since = `&since=${encodeURIComponent(json.nextSince as string)}`;
        path = (json.links as { rel: string; href: string }[]).find(({ rel }) => rel === "next")?.href;
      }
      return ids;
    };
  };

  it("loses neither the expiry of a credential nor a change of reference data", async () => {
    market.clock.move(40 * DAY_MS);
    const admin = await market.operator("admin");
    const reader = await market.seller();
    const read = readingOn(reader);
    await read();
    const own = `/operator/v1/sellers/${reader.sellerId}/credentials`;
    const { json } = await admin.post(own, { name: "curta", clientId: reader.clientId, expiresAt: realNow() + 5 * DAY_MS });
    expect((await read()).filter((id) => id.startsWith("credential-"))).toEqual([`credential-${json.id}`]);

    const effectiveAt = new Date(market.clock.now() + 20 * DAY_MS).toISOString();
    const rule = await catalog.put("/operator/v1/rules/familySettleSeconds", { value: 77, effectiveAt });
    const [{ changeId }] = rule.json.changes as [{ readonly changeId: number }];
    expect(await read()).toContain(`reference-${changeId}`);
  });
});

describe("notification endpoints and reference changes", () => {
  it("hear of them only when they ask for the kind `reference`", async () => {
    const made = await seller.post("/api/v1/notifications/endpoints", {
      name: "hub",
      url: "http://127.0.0.1:9/x",
      events: ["product", "order"],
    });
    expect(made.json.events).toEqual(["product", "order"]);
    const body = { name: "hub", url: "http://127.0.0.1:9/x", events: ["product", "order", "reference"] };
    const changed = await seller.put(`/api/v1/notifications/endpoints/${made.json.id}`, body);
    expect(changed.json.events).toEqual(["product", "order", "reference"]);
  });
});
