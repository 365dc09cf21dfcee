import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { figures } from "../figures.ts";
import { client, eventually, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { receiver } from "../notifications/receiver.ts";
import { boughtIn, onSale } from "../orders/goods.ts";
import { bodyOf, INVOICE } from "../orders/invoices.ts";
import { onDatabase, startServer } from "../reliability/server-process.ts";

/**
 * T54 (reliability): texts that occur nowhere else are sent where persons and secrets are told of, in the right places and in wrong ones;
 * afterwards logs, figures, notifications and every table that is read by people are searched for them. A refusal repeats what its sender
 * sent where it is read, and nothing else.
 */
const SKU = "VISEIRA-CANARIO";
/** Whoever buys. The document is a CPF whose digits check. */
const CANARIES = {
  document: "71428793860",
  customerName: "Canarina Passarinha",
  recipientName: "Recebedora Canora",
  tradeName: "Passaredo Canoro",
  cellPhone: "11987650437",
  street: "Rua dos Canarios Cantores",
  complement: "Gaiola 7734",
  reference: "Perto do alpiste 5519",
  neighborhood: "Jardim Canarinho",
  postalCode: "04538991",
};
const { street, complement, reference, neighborhood, postalCode, ...person } = CANARIES;
const customer = {
  ...person,
  address: { street, number: "1", complement, reference, neighborhood, postalCode, city: "São Paulo", state: "SP" },
};
/** What stands where nothing like it is expected. */
const STRAY = {
  customer: "canario-no-lugar-do-cliente",
  recipient: "CANARIO529982",
  tooLong: "canario-comprido-".repeat(20),
  json: "canario-em-json-quebrado",
  key: "canario-na-chave-de-repeticao",
  token: "vts_canarioEmVezDeToken00000000000000000000000",
  query: "canario-na-consulta",
  operatorKey: "vto_canarioEmVezDeChave00000000000000000000000",
  cookie: "canario-no-biscoito",
  unknown: "canario-em-campo-desconhecido",
  reason: "canario-no-motivo",
  invoice: "Canaria da Nota Fiscal",
};

const REFUSAL = "refusal";
/** What its sender is shown again, since it is what is wrong (decisions 9). */
const REPEATED = [STRAY.customer, STRAY.recipient];

interface Searched {
  readonly place: string;
  readonly text: string;
}

/** Sends every canary to a server, and answers where people and machines read afterwards, and the secrets it gave away. */
async function flight(
  preload: readonly string[] = [],
): Promise<{ readonly searched: readonly Searched[]; readonly secrets: readonly string[] }> {
  const market = await startMarketplace();
  await using hook = await receiver();
  // The images are the marketplace's: it is the one that judges products.
  const variables = { ...onDatabase(market.database), ROLE: "api,dispatcher", LOG_LEVEL: "debug" };
  const server = await startServer({ variables, preload });
  try {
    const seller = await market.seller();
    const admin = await market.operator("admin");
    await onSale(market, seller, { [SKU]: 1_000 });
    const replies: Reply[] = [];
    const [sellers, desk] = [client(server.baseUrl, seller.headers), client(server.baseUrl, admin.headers)];
    const told = async (asked: Promise<Reply>) => {
      const reply = await asked;
      replies.push(reply);
      return reply;
    };
    const secrets = await secretsOf({ sellers, desk, seller, told, hookUrl: hook.url });
    await inPlace({ sellers, desk, seller, told });
    await astray(server.baseUrl, { sellers, desk, seller, told });
    await eventually("a notification", async () => Promise.resolve(hook.received.length > 0));
    const last = await told(sellers.get("/api/v1/orders/NENHUM"));
    await eventually("the last call in the log", async () => {
      const { status } = await sellers.get(`/api/v1/requests/${last.headers.get("x-request-id")}`);
      return status === 200;
    });
    const metrics = await client(server.baseUrl, {}).get("/metrics");
    await server.end("SIGTERM");
    const searched = [
      { place: "log", text: server.output() },
      { place: "metrics", text: metrics.text },
      ...replies.filter(({ status }) => status >= 400).map(({ text }) => ({ place: REFUSAL, text })),
      ...hook.received.map(({ body, headers }) => ({ place: "notification", text: body + JSON.stringify(headers) })),
      ...(await tables(market)),
    ];
    return { searched, secrets: [...secrets, seller.accessToken] };
  } finally {
    await server.end("SIGKILL");
    await market.stop();
  }
}

interface Field {
  readonly sellers: Client;
  readonly desk: Client;
  readonly seller: Seller;
  readonly told: (asked: Promise<Reply>) => Promise<Reply>;
}

/** Has every secret made that the API tells once. */
async function secretsOf({ sellers, desk, seller, told, hookUrl }: Field & { readonly hookUrl: string }): Promise<readonly string[]> {
  const endpoint = await told(sellers.post("/api/v1/notifications/endpoints", { name: "hub", url: hookUrl, events: ["order", "product"] }));
  const made = [
    endpoint,
    await told(sellers.post(`/api/v1/notifications/endpoints/${endpoint.json.id}/rotate-secret`, undefined)),
    await told(desk.post(`/operator/v1/sellers/${seller.sellerId}/credentials`, { name: "outra" })),
    await told(sellers.post("/api/v1/credentials/rotate", { overlapHours: 24 })),
    await told(desk.post("/operator/v1/operator-keys", { role: "catalog" })),
    await told(desk.post("/api/v1/sandbox/credentials", { name: "quem pede" })),
  ];
  return made.map(({ status, text, json }) => {
    const { secret, accessToken, operatorKey } = (json ?? {}) as Readonly<Record<string, string | undefined>>;
    const one = secret ?? accessToken ?? operatorKey;
    if (one === undefined) throw new Error(`no secret was told: ${status} ${text}`);
    return one;
  });
}

/** Persons where they belong. */
async function inPlace({ sellers, desk, seller, told }: Field): Promise<void> {
  const body = { items: [{ sku: SKU }], customer, shippings: [{ items: [{ sku: SKU }], customer }] };
  const bought = boughtIn(await told(sellers.post("/api/v1/orders", { items: body.items, customer })));
  await told(sellers.post("/api/v1/orders", body));
  await told(sellers.get(`/api/v1/orders/${bought.orderNumber}?expand=shippings`));
  await told(sellers.put(bought.path("status/approved"), {}));
  const invoice = { ...INVOICE, recipient: { document: CANARIES.document, name: STRAY.invoice } };
  await told(sellers.put(bought.path("status/invoiced"), bodyOf(invoice)));
  await told(sellers.post(bought.path("invoice/validate"), bodyOf(invoice)));
  const place = `/operator/v1/sellers/${seller.sellerId}/orders/${bought.orderNumber}`;
  await told(desk.post(`${place}/reveal`, { reason: "Conferência" }));
  const other = boughtIn(await told(sellers.post("/api/v1/orders", { items: body.items, customer })));
  const reason = { reason: STRAY.reason };
  await told(desk.post(`/operator/v1/sellers/${seller.sellerId}/orders/${other.orderNumber}/cancel`, reason));
}

/** Persons and secrets where nobody expects them. */
async function astray(baseUrl: string, { sellers, desk, told }: Field): Promise<void> {
  const items = [{ sku: SKU }];
  await told(sellers.post("/api/v1/orders", { items, customer: STRAY.customer }));
  await told(sellers.post("/api/v1/orders", { items, customer: { ...customer, document: STRAY.tooLong } }));
  const bought = boughtIn(await told(sellers.post("/api/v1/orders", { items, paid: true })));
  const body = bodyOf(INVOICE);
  const invoice = { ...body, danfeXml: body.danfeXml.replace("<CPF>529", `<CPF>${STRAY.recipient}`) };
  await told(sellers.put(bought.path("status/invoiced"), invoice, { headers: { "idempotency-key": STRAY.key } }));
  await told(sellers.put(bought.path("status/invoiced"), invoice, { headers: { "idempotency-key": STRAY.key } }));
  await told(
    sellers.post(
      "/api/v1/orders",
      { items: [{ sku: "NADA" }], customer, cpf: STRAY.unknown },
      { headers: { "idempotency-key": STRAY.key } },
    ),
  );
  const broken = { headers: { "content-type": "application/json" } };
  await told(sellers.request("POST", "/api/v1/orders", { ...broken, body: `{"customer": {"customerName": "${STRAY.json}" "x"}` }));
  await told(sellers.get(`/api/v1/orders?access_token=${STRAY.query}`, { headers: { cookie: `s=${STRAY.cookie}` } }));
  await told(client(baseUrl, { client_id: "x", access_token: STRAY.token }).get("/api/v1/orders"));
  await told(client(baseUrl, { authorization: `Bearer ${STRAY.operatorKey}` }).get("/operator/v1/health"));
  await told(desk.post("/operator/v1/operator-keys", { role: "nenhum", operatorKey: STRAY.unknown }));
}

/** Tables that people read, or that answers are made of without unsealing. */
const READ = [
  "request_log",
  "delivery_log",
  "notification_retries",
  "notification_endpoints",
  "events",
  "audit_log",
  "validation_calls",
  "once",
];

async function tables({ database }: Marketplace): Promise<readonly Searched[]> {
  const found: Searched[] = [];
  for (const table of READ) {
    const rows = await database.query<{ text: string }>(`select convert_from(convert_to(r::text, 'UTF8'), 'UTF8') as text from ${table} r`);
    found.push({ place: table, text: rows.map(({ text }) => text).join("\n") });
  }
  return found;
}

/** Where something is read that should not be. Documents and numbers are also looked for without their punctuation. */
const sightings = (searched: readonly Searched[], canaries: readonly string[]) => [
  ...new Set(
    searched.flatMap(({ place, text }) =>
      canaries.filter((canary) => text.includes(canary)).map((canary) => `${place}: ${canary.slice(0, 24)}`),
    ),
  ),
];

describe("canaries (T54)", () => {
  it("are read nowhere", { timeout: 120_000 }, async () => {
    const { searched, secrets } = await flight();
    expect(
      searched.filter(({ place }) => place === "request_log" || place === "delivery_log").map(({ text }) => text.length > 500),
    ).toEqual([true, true]);
    const canaries = [...Object.values(CANARIES), ...Object.values(STRAY), ...secrets];
    const seen = sightings(searched, canaries);
    const repeated = REPEATED.map((canary) => `${REFUSAL}: ${canary.slice(0, 24)}`);
    const elsewhere = seen.filter((one) => !repeated.includes(one));
    figures({ canaries: canaries.length, "texts searched": searched.length, seen: elsewhere.length });
    expect(elsewhere).toEqual([]);
    expect(seen.toSorted()).toEqual(repeated.toSorted());
  });

  it("would be read in a log that masks nothing", { timeout: 120_000 }, async () => {
    const { searched, secrets } = await flight([join(import.meta.dirname, "planted-open-log.ts")]);
    const found = sightings(searched, [...Object.values(CANARIES), ...Object.values(STRAY), ...secrets]);
    expect(found).toContain(`request_log: ${CANARIES.customerName}`);
    expect(found.filter((one) => secrets.some((secret) => one.endsWith(secret.slice(0, 24)))).length).toBeGreaterThan(2);
  });
});
