import type pg from "pg";
import { opaqueToken, publicId, sha256 } from "../src/platform/basics/random.ts";
import * as queries from "./queries.ts";

/** A seller as a load generator plays it. */
export interface BenchSeller {
  readonly sellerId: number;
  readonly clientId: string;
  readonly accessToken: string;
}

export interface CataloguePlan {
  readonly skus: number;
  readonly state: queries.CatalogueState;
  /** Moment of every row's creation, epoch ms. */
  readonly at: number;
}

const SELLERS = 100;
const SKUS_PER_STEP = 100_000;

const DESCRIPTION = `Camiseta leve para treinos longos, com tecido que seca depressa e costuras planas que não marcam a pele. O corte
acompanha o corpo sem apertar, e a barra alongada fica no lugar durante a corrida. A gola careca tem acabamento macio, sem etiqueta, e
as laterais em tela deixam o ar passar nos dias quentes. Elementos refletivos na frente e nas costas ajudam quem corre cedo ou à noite.
O fio recebe proteção contra raios ultravioleta, que dura todas as lavagens. Indicada para corrida, caminhada e academia; combina com
bermudas e calças da mesma linha. Lave à máquina com água fria, com cores parecidas, e seque à sombra; não use alvejante nem
amaciante, que fecham os poros do tecido. Não passe ferro sobre os refletivos. A tabela de medidas considera o corpo, e não a peça: meça
o tórax na parte mais larga e escolha o tamanho acima quando ficar entre dois. Contém: uma camiseta.`.replaceAll("\n", " ");

const FIELDS = {
  department: "Corrida",
  productType: "Camiseta Esportiva",
  brand: "Aguarriba",
  name: "Camiseta Esportiva Aguarriba Vento Leve Masculina",
  description: DESCRIPTION,
  gender: "Homem",
  manufacturerCode: "AGR-10482",
  eanIsbn: "7891000315507",
  height: 4,
  width: 28,
  depth: 32.5,
  weight: 0.18,
};
const FULFILLMENT = { candidate: false };
const IMAGES = [1, 2, 3, 4].map((n) => `https://imagens.example.com/produtos/{group}/vista-${n}.jpg`);
const ATTRIBUTES = [
  { name: "Indicado para", values: ["Corrida", "Caminhada", "Academia"] },
  { name: "Material", values: ["Algodão", "Elastano"] },
  { name: "Manga", values: ["Curta"] },
];
const OFFER = { price: { listPrice: 199.9, salePrice: 149.9 }, stock: { available: 500 } };

/** A product's JSON cut where sku, group, size and colour go: what every load generator fills in for itself. */
function cut(product: object): readonly string[] {
  return JSON.stringify({ sku: "{sku}", productGroup: "{group}", ...FIELDS, size: "{size}", color: "{color}", ...product }).split(
    /\{sku\}|\{group\}|\{size\}|\{color\}/,
  );
}

const images = IMAGES.map((url) => ({ url }));
/** As products.core is stored, up to its ending. */
export const CORE_PIECES = cut({ fulfillment: FULFILLMENT }).map((piece, i, { length }) => (i === length - 1 ? piece.slice(0, -1) : piece));
/** As POST /products takes it; the images' addresses name no group, or there would be more to fill in. */
export const BODY_PIECES = cut({
  images: images.map(({ url }) => ({ url: url.replace("{group}", "novos") })),
  attributes: ATTRIBUTES,
  fulfillment: FULFILLMENT,
  ...OFFER,
});
export const IMAGES_TEXT = JSON.stringify(images);
export const ATTRIBUTES_TEXT = JSON.stringify(ATTRIBUTES);

/** Fills an empty marketplace: a hundred sellers, half of all skus in the first. Answers the sellers, the first one first. */
export async function fillCatalogue(client: pg.Client, { skus, state, at }: CataloguePlan): Promise<readonly BenchSeller[]> {
  const sellers = Array.from({ length: SELLERS }, (_, i) => ({
    sellerId: i + 1,
    clientId: publicId("vta_sandbox"),
    accessToken: opaqueToken("vts"),
  }));
  await client.query(queries.insertSellers, [
    sellers.map((seller) => seller.sellerId),
    sellers.map((seller) => seller.clientId),
    sellers.map((seller) => sha256(seller.accessToken)),
    at,
  ]);
  const values: Readonly<Record<queries.Takes, unknown[]>> = {
    nothing: [],
    moment: [at],
    document: [at, ...CORE_PIECES, IMAGES_TEXT, ATTRIBUTES_TEXT],
    images: [at, IMAGES],
  };
  for (let from = 0; from < skus; from += SKUS_PER_STEP) {
    await client.query("begin");
    await client.query(queries.numberSkus, [from, Math.min(skus, from + SKUS_PER_STEP), skus]);
    for (const [takes, text] of queries.fills[state]) await client.query(text, values[takes]);
    await client.query("commit");
  }
  await client.query(queries.countRows);
  await client.query(queries.createNumbers);
  await client.query("vacuum analyze");
  // What the filling wrote is on the disk, and its log segments are there to be used again.
  await client.query("checkpoint");
  return sellers;
}
