import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { client, type Client } from "../harness.ts";
import { freshFolder, startServer, type ServerProcess } from "../reliability/server-process.ts";
import { pathOf, publish, type Ware } from "../wares.ts";
import { reaches, statusOf } from "./watching.ts";

const SIZES = ["38", "39", "40", "41"];
const FAMILY = "TENIS-BRISA";
const SKUS = SIZES.map((size) => `${FAMILY}-${size}`);
const SOLD = SKUS[0]!;
const START_MS = 90_000;

interface Named {
  readonly code: number | string;
  readonly name: string;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}
interface Attribute extends Named {
  readonly required: boolean;
  readonly values: readonly { readonly value: string }[];
}

/** The first credential, as it is printed for people to copy. */
function printed(output: string): Readonly<Record<string, string>> {
  const after = (label: string) => new RegExp(`^ *${label}: (\\S+)$`, "m").exec(output)![1]!;
  return { client_id: after("client_id"), access_token: after("access_token") };
}

describe("the first hour of an integrator, from an empty folder to a product on sale", { timeout: START_MS }, () => {
  const data = freshFolder();
  const start = () => startServer({ command: [join(PROJECT, "bin", "start")], arguments: ["--port", "0", "--data", data] });
  let server: ServerProcess;
  let seller: Client;
  let found: { readonly type: Named; readonly attributes: readonly Attribute[]; readonly brand: string; readonly color: string };

  beforeAll(async () => {
    server = await start();
    seller = client(server.baseUrl, printed(server.output()));
  }, START_MS);
  afterAll(async () => {
    if (!server.hasEnded()) await server.end("SIGTERM");
  });

  const items = async <Item = Named>(path: string) => {
    const { status, json } = await seller.get(path);
    expect([path, status]).toEqual([path, 200]);
    return (json as { items: readonly Item[] }).items;
  };
  /** Of a list, the item of a name; and where it leads. */
  const named = <Item extends Named>(list: readonly Item[], name: string) => list.find((item) => item.name === name)!;
  const leadsTo = ({ links }: Named, rel: string) => links.find((link) => link.rel === rel)!.href;

  it("is answered with the credential that was printed", async () => {
    expect((await seller.get("/api/v1/brands")).status).toBe(200);
    expect((await client(server.baseUrl, {}).get("/api/v1/brands")).status).toBe(401);
  });

  it("finds what a running shoe is, from store to schema, by following links", async () => {
    const store = named(await items("/api/v1/bus"), "Vitrine Esportes");
    const department = named(await items(leadsTo(store, "departments")), "Corrida");
    const type = named(await items(leadsTo(department, "productType")), "Tênis de Corrida");
    const attributes = await items<Attribute>(leadsTo(type, "templates"));
    const [brands, colors] = await Promise.all(["brands", "colors"].map((list) => items(`/api/v1/${list}`)));
    const schema = (await seller.get(leadsTo(type, "schema"))).json;
    expect(schema.properties).toMatchObject({ department: { const: "Corrida" }, productType: { const: type.name } });
    expect(schema.properties.size.enum).toEqual(expect.arrayContaining(SIZES));
    found = { type, attributes, brand: brands![0]!.name, color: named(colors!, "Preto").name };
  });

  const shoe = (size: string): Ware => ({
    sku: `${FAMILY}-${size}`,
    productGroup: FAMILY,
    department: "Corrida",
    productType: found.type.name,
    brand: found.brand,
    name: `Tênis ${found.brand} Brisa Amortecido Unissex`,
    description: "Leve e macio, para corridas do dia a dia.",
    color: found.color,
    gender: "Unissex",
    size,
    height: 12,
    width: 20,
    depth: 32,
    weight: 0.7,
    images: ["black", "blue"].map((color) => ({ url: `${server.baseUrl}/images/shoe-${color}.jpg` })),
    attributes: found.attributes
      .filter(({ required }) => required)
      .map(({ name, values }) => ({ name, values: [values[0]?.value ?? "Sim"] })),
    price: { listPrice: 399.9, salePrice: 349.9 },
    stock: { available: 10 },
  });

  it("is told by the dry run that all is well but for the sizes still missing", async () => {
    const { json } = await seller.post("/api/v2/products/validate", shoe(SIZES[0]!));
    expect(json).toMatchObject({ valid: true, reviews: [], pending: [{ code: "family_incomplete", sequential: 1, minimum: 4 }] });
  });

  it("publishes the whole family, which goes to cataloguing by itself", async () => {
    for (const size of SIZES) await publish(seller, shoe(size));
    for (const sku of SKUS) expect(await reaches(seller, sku, "Em catalogação")).toMatchObject({ reviews: [], pending: [] });
  });

  it("approves it, since this is the sandbox, and keeps its price and stock up to date", async () => {
    const approved = await seller.put(pathOf(SOLD, "status"), { status: "Aprovado" });
    expect([approved.status, approved.json.status]).toEqual([200, "Aprovado"]);
    expect((await seller.put(pathOf(SOLD, "prices"), { listPrice: 399.9, salePrice: 299.9 })).status).toBe(202);
    expect((await seller.put(pathOf(SOLD, "stocks"), { available: 4 })).status).toBe(202);
    expect((await seller.get(pathOf(SOLD, "prices"))).json).toMatchObject({ salePrice: 299.9 });
  });

  it("ends at SIGTERM with exit code 0", async () => {
    expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  });

  it("finds everything again, credential included, after the next start", async () => {
    const headers = seller.headers;
    server = await start();
    seller = client(server.baseUrl, headers);
    expect((await seller.get("/api/v2/products")).json.total).toBe(SIZES.length);
    expect(await statusOf(seller, SOLD)).toMatchObject({ status: "Aprovado" });
    for (const sku of SKUS.slice(1)) expect(await statusOf(seller, sku)).toMatchObject({ status: "Em catalogação" });
    expect((await seller.get(pathOf(SOLD, "prices"))).json).toMatchObject({ listPrice: 399.9, salePrice: 299.9 });
    expect((await seller.get(pathOf(SOLD, "stocks"))).json).toMatchObject({ available: 4 });
    expect(printed(server.output())).toEqual(headers);
  });
});
