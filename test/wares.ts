import { buildSnapshot } from "../src/reference/index.ts";
import { shipped, type Client, type Reply } from "./harness.ts";
import { goodProduct } from "./reference/products.ts";

/** The body of a product, as a seller sends it. */
export type Ware = Readonly<Record<string, unknown>> & { readonly sku: string; readonly productGroup: string };
type Changes = Readonly<Record<string, unknown>>;

/** Products that the shipped reference data accepts, with price and stock. */
export interface Wares {
  /** A visor: one size, so a family of its own, clean unless changed. */
  visor(sku: string, changes?: Changes): Ware;
  /** A running shoe, of which four sizes in sequence make a family. */
  shoe(family: string, size: string | number, changes?: Changes): Ware;
  /** A brand of the reference data, different for every number. */
  brand(nth: number): string;
}

/** The four sizes of a complete family of shoes. */
export const SHOE_SIZES = ["38", "39", "40", "41"] as const;

/** `imagesUrl` is where the images are served: a marketplace's own `<base url>/images`. */
export async function wares(imagesUrl: string): Promise<Wares> {
  const reference = buildSnapshot(await shipped(), 1);
  const brand = (nth: number) => reference.brands.names[nth % reference.brands.names.length]!;
  const made = (department: string, productType: string, facts: Ware, changes: Changes): Ware => ({
    ...goodProduct(reference.typeRules(department, productType)!, reference, "required"),
    brand: brand(0),
    name: `${productType} ${brand(0)} Brisa Unissex`,
    description: "Leve e resistente, para o dia a dia; serve da cabeça P à G.",
    color: "Preto",
    weight: 0.25,
    price: { listPrice: 199.9, salePrice: 149.9 },
    stock: { available: 7 },
    ...facts,
    ...changes,
  });
  return {
    brand,
    visor: (sku, changes = {}) =>
      made("Corrida", "Viseira", { sku, productGroup: sku, images: [{ url: `${imagesUrl}/cap-black.jpg` }] }, changes),
    shoe: (family, size, changes = {}) =>
      made(
        "Corrida",
        "Tênis de Corrida",
        { sku: `${family}-${size}`, productGroup: family, size: String(size), images: [{ url: `${imagesUrl}/shoe-black.jpg` }] },
        changes,
      ),
  };
}

/** Publishes a product and fails with the answer when it is not taken. */
export async function publish(seller: Client, ware: Ware): Promise<Reply> {
  const reply = await seller.post("/api/v2/products", ware);
  if (reply.status !== 202) throw new Error(`${ware.sku} was not taken: ${reply.status} ${reply.text}`);
  return reply;
}

/** Where a product's sub-resource is. */
export const pathOf = (sku: string, part = ""): string => `/api/v2/products/${sku}${part && `/${part}`}`;
