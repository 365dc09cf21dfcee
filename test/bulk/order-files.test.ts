import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { type Bought, buy, onSale } from "../orders/goods.ts";
import { officeFile } from "./formats/office-file.ts";
import { allResults, append, ended, ORDER_BULK } from "./job.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
  await onSale(market, seller, { VENDIDA: 1_000 });
});
afterAll(() => market.stop());

const bought = (count: number): Promise<readonly Bought[]> => Promise.all(Array.from({ length: count }, () => buy(seller, "VENDIDA")));
const send = (body: string | Uint8Array<ArrayBuffer>, type = "text/csv", query = ""): Promise<Reply> =>
  seller.request("POST", ORDER_BULK + query, { body, headers: { "content-type": type } });
const statusOf = async ({ orderNumber }: Bought) => (await seller.get(`/api/v1/orders/${orderNumber}`)).json.orderStatus as string;
/** The cells of a row that say which shipping it moves. */
const at = ({ orderNumber, shippingCodes }: Bought, separator = ";") => `${orderNumber}${separator}${shippingCodes[0]}`;
const linkOf = (job: Reply["json"], rel: string): string => job.links.find((link: { rel: string }) => link.rel === rel).href;

describe("a CSV file of moves of orders (issue 33)", () => {
  it("makes each move as the single call does; the failed ones come back, are mended and sent again", async () => {
    const [one, two, three] = (await bought(3)) as [Bought, Bought, Bought];
    const header = "Operação;Pedido;Entrega;Data de emissão;Transportadora;Rastreio;Código do motivo";
    const rows = [
      `order.approved;${at(one)};;;;`,
      `order.invoiced;${at(one)};2026-11-20T12:00:00-03:00;;;`,
      `order.shipped;${at(one)};;Correios;AA123456785BR;`,
      `order.approved;${at(two)};;;;`,
      `order.canceled;${at(two)};;;;1`,
      `order.shipped;${at(three)};;Correios;AA123456785BR;`,
      `order.approved;${three.orderNumber};um;;;;`,
      `order.approved;${at(three)};;Correios;;`,
    ];
    const reply = await send(`${header}\n${rows.join("\n")}\n`);
    expect(reply.status).toBe(206);
    const read = reply.json.results.map(({ line, status, code }: Reply["json"]) => [line, status, code]);
    expect(read).toEqual([
      [2, 200, undefined],
      [3, 200, undefined],
      [4, 200, undefined],
      [5, 200, undefined],
      [6, 200, undefined],
      [7, 400, "order_move_refused"],
      [8, 400, "wrong_type"],
      [9, 400, "cell_of_other_op"],
    ]);
    expect(await Promise.all([one, two, three].map(statusOf))).toEqual(["shipped", "canceled", await statusOf(three)]);
    const errors = await seller.get(linkOf(reply.json, "errors"));
    expect(errors.text.split("\r\n")[0]).toBe(`${header};error_code;error_pointer;error_message;suggestion`);
    const mended = errors.text
      .split("\r\n")
      .filter((line) => !line.includes("order_move_refused") && !line.includes("cell_of_other_op"))
      .join("\r\n")
      .replace(";um;", `;${three.shippingCodes[0]};`);
    const again = await send(mended);
    expect([again.status, again.json.accepted, again.json.failed]).toEqual([200, 1, 0]);
  });

  it("takes the operation of all rows from the query", async () => {
    const [one] = (await bought(1)) as [Bought];
    const reply = await send(`pedido,entrega\n${at(one, ",")}\n`, "text/csv", "?op=order.approved");
    expect([reply.status, reply.json.results[0]]).toMatchObject([200, { orderNumber: one.orderNumber, outcome: "accepted" }]);
  });
});

describe("the rows of order files, which may hold customers' data", () => {
  /** Everything that the database keeps of a job, as one text. */
  const keptOf = async (id: string): Promise<string> => {
    const tables = ["bulk_jobs", "bulk_chunks", "bulk_parts"];
    const rows = await Promise.all(
      tables.map((table) => market.database.query<Record<string, unknown>>(`select * from ${table} where job_id = $1`, [id])),
    );
    expect(rows.every((some, i) => i === 2 || some.length > 0)).toBe(true);
    const textOf = (value: unknown) => (Buffer.isBuffer(value) ? value.toString("latin1") : JSON.stringify(value));
    return rows
      .flat()
      .flatMap((row) => Object.values(row).map(textOf))
      .join("\n");
  };
  const SECRET = "RASTREIO-SECRETO-77";

  it.each([
    ["a small CSV file", 1, "csv"],
    ["a large CSV file", 300, "csv"],
    ["a small spreadsheet", 1, "xlsx"],
    ["a large spreadsheet", 300, "xlsx"],
  ] as const)("are sealed in the database, and shown to their sender: %s", async (_, times, format) => {
    const [one] = (await bought(1)) as [Bought];
    const header = ["Operação", "Pedido", "Entrega", "Transportadora", "Rastreio"];
    const rows = Array.from({ length: times }, () => ["order.shipped", one.orderNumber, String(one.shippingCodes[0]), "Correios", SECRET]);
    const lines = [header, ...rows];
    const file = format === "csv" ? Buffer.from(lines.map((cells) => cells.join(";")).join("\n")) : officeFile(lines);
    const { id, state } = (await send(new Uint8Array(file), format === "csv" ? "text/csv" : XLSX)).json;
    if (state !== "finished") await ended(seller, id, ORDER_BULK);
    expect(await allResults(seller, id, { path: ORDER_BULK })).toHaveLength(times);
    const kept = await keptOf(id);
    expect(kept).not.toContain(SECRET);
    const response = await fetch(`${market.baseUrl}${ORDER_BULK}/${id}/content`, { headers: seller.headers });
    expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
    expect((await seller.get(`${ORDER_BULK}/${id}/errors.csv`)).text).toContain(SECRET);
  });

  it("are sealed while only parts of them have come, whose last row is not whole", async () => {
    const [one] = (await bought(1)) as [Bought];
    const { id } = (await seller.post(ORDER_BULK, { format: "csv" })).json;
    const part = `Operação;Pedido;Entrega;Transportadora;Rastreio\norder.shipped;${at(one)};Correios;${SECRET}`;
    expect((await append(seller, id, part, { offset: 0, path: ORDER_BULK })).status).toBe(200);
    const [{ tail }] = (await market.database.query("select tail from bulk_jobs where job_id = $1", [id])) as [{ tail: Buffer }];
    expect(tail.length).toBeGreaterThan(0);
    expect(tail.toString("latin1")).not.toContain(SECRET);
    expect((await seller.get(`${ORDER_BULK}/${id}/content`)).text).toBe(part);
    await seller.request("DELETE", `${ORDER_BULK}/${id}`);
  });
});
