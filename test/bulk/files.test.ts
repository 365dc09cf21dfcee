import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Marketplace, type Reply, type Seller } from "../harness.ts";
import { publish, type Wares } from "../wares.ts";
import { officeFile, repeated } from "./formats/office-file.ts";
import { readXlsx } from "./formats/reading.ts";
import { allResults, append, BULK, ended, ORDER_BULK, openShop } from "./job.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const TEMPLATES = "/api/v1/department/{d}/productType/{t}";
const MAPPING = `${BULK}/mapping`;

let market: Marketplace;
let seller: Seller;
let shop: Wares;
beforeAll(async () => {
  ({ market, seller, shop } = await openShop());
});
afterAll(() => market.stop());

const send = (file: string | Uint8Array<ArrayBuffer>, { type = "text/csv", query = "", path = BULK, as = seller } = {}): Promise<Reply> =>
  as.request("POST", path + query, { body: file, headers: { "content-type": type } });
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const downloaded = async (path: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(market.baseUrl + path, { headers: seller.headers })).arrayBuffer());
const stockOf = async (sku: string) => (await seller.get(`/api/v2/products/${sku}/stocks`)).json.available;

describe("a CSV file (issue 33)", () => {
  it("is done at once, each row as the single call, and says what was assumed", async () => {
    const reply = await send("SKU;Preço de;Preço por;Estoque\nA;1.299,90;999,90;5\nB;10,00;20,00;7\nNAO-HA;1;1;1\n");
    expect(reply.status).toBe(206);
    expect(reply.json.assumed).toMatchObject({ encoding: "UTF-8", delimiter: ";", decimalMark: ",", ops: ["price", "stock"] });
    expect(reply.json.assumed.columns[1]).toEqual({ name: "Preço de", pointer: "/price/listPrice", by: "template" });
    expect(reply.json.results.map(({ sku, status, code }: Reply["json"]) => [sku, status, code])).toEqual([
      ["A", 202, undefined],
      ["A", 202, undefined],
      ["B", 422, "sale_price_above_list_price"],
      ["B", 202, undefined],
      ["NAO-HA", 404, "price_product_unknown"],
      ["NAO-HA", 404, "stock_product_unknown"],
    ]);
    expect((await seller.get("/api/v2/products/A/prices")).json).toMatchObject({ listPrice: 1299.9, salePrice: 999.9 });
    expect([await stockOf("A"), await stockOf("B")]).toEqual([5, 7]);
  });

  it("comes back as the rows that failed, is mended and sent again as it is", async () => {
    const first = await send("Código;Qtd;nota\nA;8;x\nB;muitos;y\n", { query: `?mapping=${encodeURIComponent("código:/sku,nota:-")}` });
    expect(first.status).toBe(206);
    const { _links } = first.json;
    expect(_links.errors.href).toMatch(/errors\.csv$/);
    const errors = (await downloaded(_links.errors.href)).toString();
    expect(errors.split("\r\n")[0]).toBe("\ufeffCódigo;Qtd;nota;error_code;error_pointer;error_message;suggestion");
    expect(errors).toContain("B;muitos;y;wrong_type;/available;");
    const second = await send(errors.replace("muitos", "9"));
    expect([second.status, second.json.accepted]).toEqual([200, 1]);
    expect(await stockOf("B")).toBe(9);
  });

  it("is refused at once when its header cannot be understood, and leaves nothing", async () => {
    const before = (await seller.get(BULK)).json.total;
    const reply = await send("sku;estoqe\nA;1\n");
    expect([reply.status, reply.json.details]).toMatchObject([
      422,
      [{ code: "column_unknown", received: "estoqe", suggestions: ["Estoque"] }],
    ]);
    expect((await seller.get(BULK)).json.total).toBe(before);
    for (const [file, query, status, code] of [
      ["", "", 422, "file_empty"],
      ["sku;estoque\n", "", 422, "bulk_empty"],
      ["sku\nA\n", "", 422, "op_unclear"],
      ["sku;estoque\nA;1\n", "?mapping=x", 400, "mapping_malformed"],
      ["sku;estoque\nA;1\n", "?mapping=x:/nada", 422, "mapping_field_unknown"],
      ["sku;estoque\nA;1\n", "?mapping=x:/sku", 422, "mapping_column_unknown"],
      ["pedido;entrega;transportadora;rastreio\n1;1;Correios;AA123456785BR\n", "", 422, "op_unclear"],
    ] as const) {
      const refused = await send(file, { query });
      expect([refused.status, refused.json.details[0].code]).toEqual([status, code]);
    }
  });

  it("judges rows without writing with dryRun", async () => {
    const reply = await send("sku;estoque\nA;77\nB;x\n", { query: "?dryRun=true" });
    expect([reply.status, reply.json.results.map(({ outcome }: Reply["json"]) => outcome)]).toEqual([206, ["accepted", "failed"]]);
    expect(await stockOf("A")).not.toBe(77);
  });

  it("of many rows becomes a job, whose content is what was sent", async () => {
    const file = `sku;estoque\r\n${Array.from({ length: 1_500 }, (_, row) => `A;${row}\r\n`).join("")}\r\n"A;1\r\nB;33`;
    const reply = await send(file);
    expect(reply.status).toBe(202);
    const job = await ended(seller, reply.json.id);
    expect(job).toMatchObject({ received: 1_502, accepted: 1_501, failed: 1, format: "csv" });
    expect((await downloaded(job._links.input.href)).equals(Buffer.from(file))).toBe(true);
    expect((await seller.get(job._links.input.href)).headers.get("content-type")).toBe("text/csv");
    const [failed] = (await allResults(seller, job.id)).filter(({ outcome }) => outcome === "failed");
    expect(failed).toMatchObject({ row: 1_501, code: "row_quote_open", details: [{ message: expect.stringContaining("1503") }] });
    expect([await stockOf("A"), await stockOf("B")]).toEqual([1_499, 33]);
  });

  it("arrives in parts that end anywhere, and its rows are each done once", async () => {
    const file = Buffer.from(`sku;estoque\n${Array.from({ length: 900 }, (_, row) => `"A";"${row}"\n`).join("")}`);
    const { id } = (await seller.post(BULK, { format: "csv" })).json;
    for (let offset = 0; offset < file.length; offset += 1_777) {
      const part = file.subarray(offset, offset + 1_777);
      const reply = await append(seller, id, new Uint8Array(part), {
        offset,
        complete: offset + 1_777 >= file.length,
      });
      expect([reply.status, reply.headers.get("upload-offset")]).toEqual([200, String(offset + part.length)]);
    }
    expect(await ended(seller, id)).toMatchObject({ received: 900, failed: 0, assumed: { ops: ["stock"] } });
    expect((await downloaded(`${BULK}/${id}/content`)).equals(file)).toBe(true);
  });

  it("in parts with a wrong header ends its job, and no row begins", async () => {
    const { id } = (await seller.post(BULK, { format: "csv" })).json;
    const reply = await append(seller, id, bytes("sku;xyz\nA;1\n"), { offset: 0, complete: true });
    expect([reply.status, reply.json.details[0].code]).toEqual([422, "column_unknown"]);
    expect((await seller.get(`${BULK}/${id}`)).json).toMatchObject({ state: "canceled", received: 0 });
  });
});

describe("a spreadsheet", () => {
  it("is done at once, and keeps what was sent", async () => {
    const file = officeFile([
      ["sku", "preço de", "preço por"],
      ["A", 50.5, 40],
      ["B", "60,00", "70,00"],
    ]);
    const reply = await send(new Uint8Array(file), { type: XLSX });
    expect([reply.status, reply.json.accepted, reply.json.failed, reply.json.assumed.sheet]).toEqual([206, 1, 1, "Planilha1"]);
    expect((await downloaded(reply.json._links.input.href)).equals(file)).toBe(true);
    const back = await readXlsx(await downloaded(reply.json._links.errors.href));
    expect(back.texts.map((text) => JSON.parse(text).slice(0, 6))).toEqual([
      [2, "price", "B", "60,00", "70,00", "sale_price_above_list_price"],
    ]);
    expect((await downloaded(`${BULK}/${reply.json.id}/errors.csv`)).toString()).toContain(
      'B;"60,00";"70,00";sale_price_above_list_price;',
    );
    expect((await seller.get(`${BULK}/${reply.json.id}/errors.ndjson`)).text).toContain('"sku":"B"');
  });

  it("of many rows becomes a job, sent whole or in parts", async () => {
    const file = officeFile([["sku", "estoque"], ...Array.from({ length: 1_200 }, (_, row) => ["A", row] as const)]);
    const whole = await send(new Uint8Array(file), { type: XLSX });
    expect(whole.status).toBe(202);
    expect(await ended(seller, whole.json.id)).toMatchObject({ received: 1_200, failed: 0, format: "xlsx" });
    const { id } = (await seller.post(BULK, { format: "xlsx" })).json;
    const half = Math.floor(file.length / 2);
    expect((await append(seller, id, new Uint8Array(file.subarray(0, half)), { offset: 0 })).status).toBe(200);
    expect((await seller.get(`${BULK}/${id}`)).json).toMatchObject({ received: 0, receivedBytes: half });
    expect((await append(seller, id, new Uint8Array(file.subarray(half)), { offset: half, complete: true })).status).toBe(200);
    expect(await ended(seller, id)).toMatchObject({ received: 1_200, failed: 0 });
    expect((await downloaded(`${BULK}/${id}/content`)).equals(file)).toBe(true);
  });

  it("that is none, or a bomb, is refused and leaves nothing", async () => {
    const before = (await seller.get(BULK)).json.total;
    const bomb = officeFile([["sku", "estoque"]], {
      more: { "xl/sharedStrings.xml": repeated("sst", "<si><t>o mesmo texto, muitas vezes</t></si>", 50) },
    });
    for (const [file, status, code] of [
      [Buffer.from("sku;estoque\nA;1\n"), 422, "xlsx_not_zip"],
      [bomb, 413, "xlsx_inflates_too_much"],
      [officeFile([["sku", "xyz"]]), 422, "column_unknown"],
    ] as const) {
      const reply = await send(new Uint8Array(file), { type: XLSX });
      expect([reply.status, reply.json.details[0].code]).toEqual([status, code]);
    }
    expect((await seller.get(BULK)).json.total).toBe(before);
  });
});

describe("the mapping of columns", () => {
  it("is kept for the seller's next file, by the names of columns", async () => {
    const other = await market.seller();
    await publish(other, shop.visor("C"));
    const refused = await send("peça;saldo atual\nC;4\n", { as: other });
    expect(refused.status).toBe(422);
    const query = `?mapping=${encodeURIComponent("peça:SKU,saldo atual:/stock/available")}`;
    expect((await send("peça;saldo atual\nC;4\n", { query, as: other })).status).toBe(200);
    const next = await send("PECA;Saldo Atual\nC;5\n", { as: other });
    expect([next.status, next.json.assumed.columns[0]]).toEqual([200, { name: "PECA", pointer: "/sku", by: "kept" }]);
    const kept = await other.get(MAPPING);
    expect(kept.json).toMatchObject({
      version: 1,
      columns: [
        { name: "peça", field: "/sku" },
        { name: "saldo atual", field: "/stock/available" },
      ],
    });
    expect((await seller.get(MAPPING)).json.columns.map(({ name }: Reply["json"]) => name)).not.toContain("peça");
  });

  it("is replaced as a whole, and only in the version that is named", async () => {
    const other = await market.seller();
    expect([(await other.get(MAPPING)).json.version, (await other.get(MAPPING)).headers.get("etag")]).toEqual([0, '"0"']);
    const body = {
      columns: [
        { name: "valor", field: "Preço de" },
        { name: "uso", field: "Indicado para" },
        { name: "obs", field: "-" },
      ],
    };
    const put = await other.put(MAPPING, body, { headers: { "if-match": '"0"' } });
    expect([put.status, put.json.version, put.json.columns]).toEqual([
      200,
      1,
      [
        { name: "valor", field: "/price/listPrice" },
        { name: "uso", field: "/attributes/Indicado para" },
        { name: "obs", field: "-" },
      ],
    ]);
    const stale = await other.put(MAPPING, { columns: [] }, { headers: { "if-match": '"0"' } });
    expect([stale.status, stale.json.details[0]]).toMatchObject([412, { code: "mapping_version_differs", allowed: '"1"' }]);
    const wrong = await other.put(MAPPING, {
      columns: [
        { name: "a", field: "/x" },
        { name: "A ", field: "/sku" },
      ],
    });
    expect([wrong.status, wrong.json.details.map(({ code, pointer }: Reply["json"]) => [code, pointer])]).toEqual([
      422,
      [
        ["mapping_field_unknown", "/columns/0/field"],
        ["mapping_repeated", "/columns/1/name"],
      ],
    ]);
    expect((await other.put(MAPPING, { columns: [] })).json).toMatchObject({ version: 2, columns: [] });
  });

  it("is suggested for a header, without keeping anything", async () => {
    const { json } = await seller.post(`${MAPPING}/suggestions`, { columns: ["sku", "preco promocinal", "Indicado para", "xyz"] });
    expect(json.columns).toEqual([
      { name: "sku", pointer: "/sku", by: "template" },
      { name: "preco promocinal", suggestions: ["Preço por", "Preço de"] },
      { name: "Indicado para", pointer: "/attributes/Indicado para", by: "attribute" },
      { name: "xyz" },
    ]);
  });

  it("of orders is another one", async () => {
    await seller.put(`${ORDER_BULK}/mapping`, { columns: [{ name: "rastreador", field: "/trackingNumber" }] });
    expect((await seller.get(`${ORDER_BULK}/mapping`)).json).toMatchObject({
      columns: [{ name: "rastreador", field: "/trackingNumber" }],
      links: expect.any(Array),
    });
    expect((await seller.get(MAPPING)).json.columns.map(({ name }: Reply["json"]) => name)).not.toContain("rastreador");
  });
});

describe("templates of product types", () => {
  it("are CSV and XLSX whose every column is recognized, and which become products when filled in", async () => {
    const ware = shop.visor("MODELO-1") as Record<string, Reply["json"]>;
    const departments = (await seller.get("/api/v1/bus/VE/departments")).json.items as readonly {
      readonly code: number;
      readonly name: string;
    }[];
    const department = [...departments, ...(await seller.get("/api/v1/bus/VM/departments")).json.items].find(
      ({ name }) => name === ware["department"],
    )!;
    const types = (await seller.get(`/api/v1/department/${department.code}/productType`)).json.items as typeof departments;
    const type = types.find(({ name }) => name === ware["productType"])!;
    const base = TEMPLATES.replace("{d}", String(department.code)).replace("{t}", String(type.code));
    const header = (await downloaded(`${base}/template.csv`)).toString();
    const names = header.replace("\ufeff", "").trimEnd().split(";");
    expect(names.slice(0, 5)).toEqual(["SKU", "Grupo do produto", "Departamento", "Tipo de produto", "Marca"]);
    const values: Record<string, string | number> = {
      SKU: ware["sku"],
      "Grupo do produto": ware["productGroup"],
      Departamento: ware["department"],
      "Tipo de produto": ware["productType"],
      Marca: ware["brand"],
      Nome: ware["name"],
      Descrição: ware["description"],
      Cor: ware["color"],
      Gênero: ware["gender"],
      Tamanho: ware["size"],
      "Altura (cm)": ware["height"],
      "Largura (cm)": ware["width"],
      "Profundidade (cm)": ware["depth"],
      "Peso (kg)": String(ware["weight"]).replace(".", ","),
      "Preço de": "199,90",
      "Preço por": "149,90",
      Estoque: 7,
      image1: ware["images"][0].url,
      ...Object.fromEntries(
        ware["attributes"].map(({ name, values: texts }: { readonly name: string; readonly values: readonly string[] }) => [
          name,
          texts.join(" | "),
        ]),
      ),
    };
    const row = names
      .map((name) => `"${String(values[name] ?? values[name.replace("Atributo: ", "")] ?? "").replaceAll('"', '""')}"`)
      .join(";");
    const reply = await send(`${header}${row}\n`);
    expect([reply.status, reply.json.results[0]]).toMatchObject([200, { outcome: "accepted", effect: "created" }]);
    const { json } = await seller.get("/api/v2/products/MODELO-1?expand=attributes,images");
    expect(json).toMatchObject({ name: ware["name"], attributes: ware["attributes"], images: [{ url: ware["images"][0].url }] });

    const workbook = await readXlsx(await downloaded(`${base}/template.xlsx`), {
      attributes: { names: [], find: (name) => ({ name, isMultiple: false }) },
    });
    expect(workbook.assumed).toMatchObject({ sheet: "Produtos", ops: ["product"] });
    expect(workbook.assumed.columns.map(({ name }) => name)).toEqual(names);
    expect(workbook.assumed.columns.slice(0, 20).every(({ by }) => by === "template")).toBe(true);
  });

  it("of unknown types are refused as their lookups are", async () => {
    const unknown = await seller.get(`${TEMPLATES.replace("{d}", "1").replace("{t}", "999999")}/template.xlsx`);
    expect([unknown.status, unknown.json.type]).toEqual([404, "List_Not_Found"]);
  });
});
