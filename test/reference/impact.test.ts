import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSnapshot, type ReferenceData } from "../../src/reference/index.ts";
import { eventually, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { goodProduct } from "./products.ts";
import { sample } from "./sample.ts";

/** Names with everything that a pattern or a JSON text could take for its own. */
const TRICKY = 'A\\B "C" (D|E)*.[F]{2}?^$';
const data: ReferenceData = {
  ...sample,
  brands: [...sample.brands, { code: 2, name: TRICKY, externalCode: "TRICKY" }, { code: 3, name: "Auri", externalCode: "AURI" }],
  colors: [
    ...sample.colors,
    { code: 3, name: "Azul", externalCode: "AZUL" },
    { code: 4, name: "Azul-marinho", externalCode: "AZUL-MARINHO" },
  ],
};
const snapshot = buildSnapshot(data, 1);

let marketplace: Marketplace;
let catalog: Client;
const sellers: Seller[] = [];
let count = 0;
async function publish(seller: number, type: readonly [department: string, type: string], change: object): Promise<string> {
  const sku = `SKU-${(count += 1)}`;
  const { color: _color, ...product } = goodProduct(snapshot.typeRules(...type)!, snapshot);
  const body = { ...product, sku, price: { listPrice: 10, salePrice: 10 }, stock: { available: 1 }, brand: "Aurivento", ...change };
  const reply = await sellers[seller]!.post("/api/v2/products", body);
  expect([reply.status, reply.text]).toEqual([202, reply.text]);
  return sku;
}
const shirt = ["Casual", "Camiseta"] as const;
const whey = ["Suplementos", "Whey Protein"] as const;

beforeAll(async () => {
  marketplace = await startMarketplace({ reference: data, settings: { ROLE: "api" } });
  catalog = await marketplace.operator("catalog");
  sellers.push(await marketplace.seller(), await marketplace.seller());
  const approved = await publish(0, shirt, { color: "Preto", size: "P" });
  await publish(0, shirt, { color: "Azul+Preto", size: "M", brand: TRICKY });
  await publish(1, shirt, { color: "Azul-marinho+Azul (royal)", size: "P", brand: "Auri" });
  await publish(1, whey, { brand: "Nova", size: "900 g", description: 'Diz "brand":"Auri" e "color":"Preto" no texto.' });
  await marketplace.database.query("update products set status = 'APPROVED', version = version + 1 where sku = $1", [approved]);
});
afterAll(() => marketplace.stop());

const impact = async (method: "PUT" | "DELETE", path: string, json?: object) => {
  const reply = await catalog.request(method, `/operator/v1/${path}?dryRun=true`, json ? { json } : {});
  expect([path, reply.status, reply.text]).toEqual([path, 200, reply.text]);
  const { products, sellers: owners } = reply.json.impact;
  return [products, owners];
};

describe("the impact of a change", () => {
  it.each<[string, "PUT" | "DELETE", string, object | undefined, [products: number, sellers: number]]>([
    ["a brand's products, of every seller", "DELETE", "reference/brands/1", undefined, [1, 1]],
    ["the exact name only, not what begins like it or stands in a text", "DELETE", "reference/brands/3", undefined, [1, 1]],
    ["a name full of signs", "DELETE", "reference/brands/2", undefined, [1, 1]],
    ["both names of a renamed brand", "PUT", "reference/brands/3", { name: "Nova", externalCode: "NOVA" }, [2, 1]],
    ["products that already use a brand not yet registered", "PUT", "reference/brands/9", { name: "Nova", externalCode: "NOVA" }, [1, 1]],
    ["a colour alone or as a part, first or last", "DELETE", "reference/colors/1", undefined, [2, 1]],
    ["a colour as a whole part: Azul is not in Azul-marinho", "DELETE", "reference/colors/3", undefined, [1, 1]],
    ["a colour as the second part", "DELETE", "reference/colors/2", undefined, [1, 1]],
    ["a size's products", "PUT", "reference/sizes/1", { name: "P", externalCode: "PEQUENO" }, [2, 2]],
    ["a department's products", "PUT", "reference/departments/2", { name: "Suplementos", stores: ["VE", "VM"] }, [1, 1]],
    ["a product type's products", "PUT", "reference/productTypes/1", { ...data.productTypes[0], weightMaxKg: 1 }, [3, 2]],
    ["products of every type with a size chart", "PUT", "reference/sizeCharts/1", { name: "Adultos", sizes: ["P", "M", "G"] }, [3, 2]],
    [
      "products of every type with a template",
      "PUT",
      "reference/templates/2",
      { name: "Pós", attributes: data.templates[1]!.attributes },
      [1, 1],
    ],
    ["nothing for a flavour nobody uses", "PUT", "reference/flavors/9", { name: "Cacau", externalCode: "CACAU" }, [0, 0]],
    ["the kinds whose minimum changes", "PUT", "rules/minimumStock", { value: { ...data.rules.minimumStock, FOOD: 5 } }, [1, 1]],
    ["every rule that changes", "PUT", "rules", { minimumStock: { ...data.rules.minimumStock, FOOD: 5, CLOTHES: 2 } }, [4, 2]],
    ["nothing for a rule that stays", "PUT", "rules", { minimumStock: data.rules.minimumStock, driveHosts: data.rules.driveHosts }, [0, 0]],
    ["images on a host or its subdomains", "PUT", "rules/driveHosts", { value: ["exemplo.com.br"] }, [4, 2]],
    ["images on that very host only", "PUT", "rules/driveHosts", { value: ["agens.exemplo.com.br"] }, [0, 0]],
  ])("counts %s", async (_, method, path, body, expected) => {
    expect(await impact(method, path, body)).toEqual(expected);
  });

  it("says how many products are in which status", async () => {
    const reply = await catalog.request("DELETE", "/operator/v1/reference/colors/1?dryRun=true");
    expect(reply.json.impact).toEqual({
      products: 2,
      sellers: 1,
      byStatus: { RECEIVED: 1, CRITICIZED: 0, CATALOGING: 0, APPROVED: 1 },
    });
  });

  it("is told for a change that is made, too", async () => {
    const reply = await catalog.put("/operator/v1/reference/flavors/1", { name: "Baunilha", externalCode: "VANILLA" });
    expect(reply.json).toMatchObject({ version: 2, impact: { products: 1, sellers: 1 } });
  });

  it("of the settle window is the families that wait in it", async () => {
    const own = await startMarketplace({ reference: data });
    try {
      const [seller, operator] = [await own.seller(), await own.operator("catalog")];
      const { color: _color, ...product } = goodProduct(snapshot.typeRules(...shirt)!, snapshot);
      const body = {
        ...product,
        sku: "ONE",
        brand: "Aurivento",
        color: "Preto",
        price: { listPrice: 1, salePrice: 1 },
        stock: { available: 1 },
      };
      expect((await seller.post("/api/v2/products", body)).status).toBe(202);
      const waits = async () =>
        (await seller.get("/api/v2/products/ONE/status")).json.pending.some(({ code }: { code: string }) => code === "family_incomplete");
      await eventually("the family to wait", waits);
      const reply = await operator.put("/operator/v1/rules/familySettleSeconds?dryRun=true", { value: 60 });
      expect(reply.json.impact).toMatchObject({ products: 1, sellers: 1 });
    } finally {
      await own.stop();
    }
  });
});
