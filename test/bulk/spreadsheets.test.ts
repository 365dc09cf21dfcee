import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeText } from "../../src/bulk/formats/text-encoding.ts";
import { type Marketplace, type Reply, type Seller } from "../harness.ts";
import { localServer } from "../local-server.ts";
import { pathOf } from "../wares.ts";
import { type OfficeCell, officeFile, type OfficeOptions } from "./formats/office-file.ts";
import { append, BULK, ORDER_BULK, openShop } from "./job.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  ({ market, seller } = await openShop());
});
afterAll(() => market.stop());

const sendBytes = (file: Buffer, type: string, query = "", path = BULK): Promise<Reply> =>
  seller.request("POST", path + query, { body: new Uint8Array(file), headers: { "content-type": type } });
const send = (rows: readonly (readonly OfficeCell[])[], options?: OfficeOptions, query?: string) =>
  sendBytes(officeFile(rows, options), XLSX, query);
const csv = (text: string | Buffer) => sendBytes(Buffer.from(text), "text/csv");
const told = ({ json }: Reply) => json.results.map(({ ref, outcome, code }: Reply["json"]) => [ref, code ?? outcome]);
const stockOf = async (sku: string) => (await seller.get(pathOf(sku, "stocks"))).json.available;

/** The parts of a workbook with these sheets, in this order, each a name, a state and its XML. */
function sheetsOf(sheets: readonly (readonly [name: string, state: string, kind: string, xml: string])[]): OfficeOptions["more"] {
  const all = sheets.map(([name, state], i) => `<sheet name="${name}" sheetId="${i + 1}" state="${state}" r:id="rId${i + 1}"/>`);
  const relations = sheets.map(
    ([, , kind], i) => `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/${kind}" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  return {
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${all.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}</Relationships>`,
    ...Object.fromEntries(sheets.map(([, , , xml], i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
  };
}
const cell = (text: string | number) =>
  typeof text === "number" ? `<c><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (cells: readonly (string | number)[], attributes = "") => `<row ${attributes}>${cells.map(cell).join("")}</row>`;
const sheet = (rows: readonly string[], before = "", after = "") =>
  `<worksheet xmlns="${MAIN}">${before}<sheetData>${rows.join("")}</sheetData>${after}</worksheet>`;
const stocks = (available: number) => sheet([row(["sku", "estoque"]), row(["A", available])]);

describe("a workbook as people have it (issue 33)", () => {
  it("is read from its first visible sheet with cells, and the job says which", async () => {
    const more = sheetsOf([
      ["Muito escondida", "veryHidden", "worksheet", stocks(1)],
      ["Escondida", "hidden", "worksheet", stocks(2)],
      ["Gráfico", "visible", "chartsheet", "<chartsheet/>"],
      ["Estoques", "visible", "worksheet", stocks(3)],
      ["Outra", "visible", "worksheet", stocks(4)],
    ]);
    const reply = await send([], { more: more! });
    expect([reply.status, reply.json.assumed.sheet, reply.json.received], reply.text).toEqual([200, "Estoques", 1]);
    expect(await stockOf("A")).toBe(3);
  });

  it("without a visible sheet is refused", async () => {
    const reply = await send([], { more: sheetsOf([["Escondida", "hidden", "worksheet", stocks(2)]])! });
    expect([reply.status, reply.json.details[0].code]).toEqual([422, "xlsx_damaged"]);
    expect(reply.json.details[0].message).toContain("não há uma planilha visível");
  });

  it("has hidden rows and columns read like all others", async () => {
    const rows = [row(["sku", "ref", "estoque"]), row(["A", "à vista", 5]), row(["B", "escondida", 6], 'hidden="1"')];
    const xml = sheet(rows, '<cols><col min="3" max="3" width="0" hidden="1"/></cols>', '<autoFilter ref="A1:C3"/>');
    const reply = await send([], { more: { "xl/worksheets/sheet1.xml": xml } });
    expect(told(reply)).toEqual([
      ["à vista", "accepted"],
      ["escondida", "accepted"],
    ]);
    expect([await stockOf("A"), await stockOf("B")]).toEqual([5, 6]);
  });

  it("has texts that are numbers, decimal commas, texts in runs and leading zeros", async () => {
    const runs = '<si><r><rPr><b/></rPr><t>tex</t></r><r><t xml:space="preserve">to </t></r><r><t>rico</t></r></si>';
    const texts = ["sku", "preço de", "preço por", "ref", "A", "1.234,50", "R$ 999,90", "007"];
    const shared = `<sst xmlns="${MAIN}">${texts.map((text) => `<si><t>${text}</t></si>`).join("")}${runs}</sst>`;
    const at = (...indexes: readonly number[]) => `<row>${indexes.map((index) => `<c t="s"><v>${index}</v></c>`).join("")}</row>`;
    const xml = sheet([at(0, 1, 2, 3), at(4, 5, 6, 8), at(7, 5, 6, 7)]);
    const reply = await send([], { more: { "xl/sharedStrings.xml": shared, "xl/worksheets/sheet1.xml": xml } });
    expect(told(reply)).toEqual([
      ["texto rico", "accepted"],
      ["007", "price_product_unknown"],
    ]);
    expect(reply.json.results[1].sku).toBe("007");
    expect(reply.json.assumed.decimalMark).toBe(",");
    expect((await seller.get(pathOf("A", "prices"))).json).toMatchObject({ listPrice: 1234.5, salePrice: 999.9 });
  });

  it("has dates and booleans as people see them, and errors of formulas named", async () => {
    const date = { xml: '<c r="REF" s="1"><v>46351</v></c>' };
    const yes = { xml: '<c r="REF" t="b"><v>1</v></c>' };
    const error = (code: string) => ({ xml: `<c r="REF" t="e"><f>A1/0</f><v>${code}</v></c>` });
    const rows = [
      ["sku", "estoque", "ref"],
      ["A", 11, date],
      ["A", date, "data"],
      ["A", yes, "booleano"],
      ["A", error("#N/A"), "erro"],
      ["A", error("#SPILL!"), "derramado"],
      ["A", { xml: '<c r="REF"><f>SUM(1,2)</f><v>12</v></c>' }, { xml: '<c r="REF" t="str"><f>UPPER("x")</f><v>guardado</v></c>' }],
      ["A", { xml: '<c r="REF"><f>SUM(1,2)</f></c>' }, "sem valor"],
    ];
    const reply = await send(rows, { formats: ["dd/mm/yyyy"] });
    expect(told(reply)).toEqual([
      ["2026-11-25", "accepted"],
      ["data", "wrong_type"],
      ["booleano", "wrong_type"],
      ["erro", "cell_error"],
      ["derramado", "cell_error"],
      ["guardado", "accepted"],
      ["sem valor", "cell_not_calculated"],
    ]);
    expect(await stockOf("A")).toBe(12);
    const delivered = officeFile(
      [
        ["op", "pedido", "entrega", "data de entrega"],
        ["order.delivered", "P1", 1, date],
      ],
      { formats: ["dd/mm/yyyy"] },
    );
    const order = await sendBytes(delivered, XLSX, "", ORDER_BULK);
    expect(order.json.results, order.text).toMatchObject([{ orderNumber: "P1", status: 404 }]);
  });

  it("never runs its macros, and never asks for what its links and formulas name", async () => {
    const asked: string[] = [];
    await using host = await localServer((request, response) => {
      asked.push(request.url ?? "");
      response.end("42");
    });
    const url = `http://${host.authority}`;
    const link = (type: string, id: string) =>
      `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${url}/${type}" TargetMode="External"/>`;
    const more = {
      "xl/vbaProject.bin": Buffer.from("Sub Auto_Open()"),
      "xl/externalLinks/externalLink1.xml": `<externalLink xmlns="${MAIN}" xmlns:r="${RELATIONS}"><externalBook r:id="rId1"/></externalLink>`,
      "xl/externalLinks/_rels/externalLink1.xml.rels": `<Relationships>${link("externalLinkPath", "rId1")}</Relationships>`,
      "xl/worksheets/_rels/sheet1.xml.rels": `<Relationships>${link("hyperlink", "rId1")}${link("image", "rId2")}</Relationships>`,
      "xl/connections.xml": `<connections><connection id="1"><webPr url="${url}/connection"/></connection></connections>`,
    };
    const formula = (text: string) => ({ xml: `<c r="REF"><f>${text}</f><v>8</v></c>` });
    const reply = await send(
      [
        ["sku", "estoque", "ref"],
        ["A", formula(`WEBSERVICE("${url}/f")`), "web"],
        ["A", formula("[1]Plan1!$A$1"), "externo"],
        ["A", 9, { xml: `<c r="REF" t="str"><f>HYPERLINK("${url}/h","clique")</f><v>clique</v></c>` }],
      ],
      { more },
    );
    expect(told(reply)).toEqual([
      ["web", "accepted"],
      ["externo", "unchanged"],
      ["clique", "accepted"],
    ]);
    await seller.get(reply.json._links.errors.href);
    expect(asked).toEqual([]);
  });

  it("with a title above its header, or a header cell over two columns, says what is wrong", async () => {
    const merged = '<mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells>';
    const titled = sheet([row(["Tabela de novembro"]), row(["sku", "estoque"]), row(["A", 1])], "", merged);
    const refused = await send([], { more: { "xl/worksheets/sheet1.xml": titled } });
    expect([refused.status, refused.json.details[0].code]).toEqual([422, "column_unknown"]);
    expect(refused.json.details[0].message).toContain("Tabela de novembro");
    const wide = await send([
      ["sku", "estoque", undefined, "ref"],
      ["A", 21, undefined, "um"],
      ["B", 22, "sob a célula mesclada", "dois"],
    ]);
    expect(wide.json.results.map(({ line, code, outcome }: Reply["json"]) => [line, code ?? outcome])).toEqual([
      [2, "accepted"],
      [3, "cell_without_column"],
    ]);
  });
});

describe("a CSV file as people have it", () => {
  const rows = (delimiter: string) =>
    ["sku", "estoque", "ref"].join(delimiter) + `\r\nA${delimiter}31${delimiter}"promoção\nde ""verão"""\r\n`;
  it.each([
    ["; in UTF-8", Buffer.from(rows(";")), { encoding: "UTF-8", delimiter: ";" }],
    [", in UTF-8 with a mark", Buffer.from(`\ufeff${rows(",")}`), { encoding: "UTF-8", delimiter: "," }],
    ["; in Windows-1252", encodeText("Windows-1252", rows(";")), { encoding: "Windows-1252", delimiter: ";" }],
    [", in Windows-1252", encodeText("Windows-1252", rows(",")), { encoding: "Windows-1252", delimiter: "," }],
  ])("%s: accents, quotes and line breaks arrive, and what was assumed is said", async (_, file, assumed) => {
    const reply = await csv(file);
    expect(reply.json.assumed, reply.text).toMatchObject(assumed);
    expect(reply.json.results.map(({ ref }: Reply["json"]) => ref)).toEqual(['promoção\nde "verão"']);
  });
});

describe("what a call says of columns (?mapping=)", () => {
  const refused = async (mapping: string) => {
    const reply = await sendBytes(Buffer.from("sku;saldo;obs\nA;1;x\n"), "text/csv", `?mapping=${encodeURIComponent(mapping)}`);
    return [reply.status, reply.json.details.map(({ code, message }: Reply["json"]) => [code, message])];
  };
  it("is refused for columns that are not there, fields that are not there, and a field or a column said twice", async () => {
    expect(await refused("saldos:Estoque,obs:-")).toEqual([
      422,
      [["mapping_column_unknown", "mapping: o arquivo não tem a coluna saldos; o nome mais próximo é saldo."]],
    ]);
    expect(await refused("saldo:/stock/avaliable,obs:-")).toEqual([
      422,
      [
        [
          "mapping_field_unknown",
          "mapping: o campo /stock/avaliable, da coluna saldo, não existe; o nome mais próximo é /stock/available.",
        ],
      ],
    ]);
    expect(await refused("saldo:Estoque,obs:/stock/available")).toEqual([
      422,
      [["column_repeated", expect.stringContaining("As colunas saldo e obs dizem o mesmo campo, /stock/available")]],
    ]);
    expect(await refused("saldo:Estoque,SALDO:-,obs:-")).toEqual([
      422,
      [["mapping_column_repeated", "mapping: a coluna SALDO já foi dita, como /stock/available; diga cada coluna uma vez só."]],
    ]);
    expect((await seller.get(`${BULK}/mapping`)).json.columns).toEqual([]);
  });

  it("is held to the file that comes in parts, and kept only when that file was understood", async () => {
    const { id } = (await seller.post(`${BULK}?mapping=${encodeURIComponent("saldos:Estoque")}`, { format: "csv" })).json;
    const reply = await append(seller, id, "sku;saldo\nA;1\n", { offset: 0, complete: true });
    expect([reply.status, reply.json.details[0].code]).toEqual([422, "mapping_column_unknown"]);
    expect((await seller.get(`${BULK}/${id}`)).json).toMatchObject({ state: "canceled", reason: "content_refused" });
    expect((await seller.get(`${BULK}/mapping`)).json.columns).toEqual([]);
  });

  it("of one seller tells another nothing, and does nothing for it", async () => {
    const query = `?mapping=${encodeURIComponent("saldo:Estoque,obs:-")}`;
    expect((await sendBytes(Buffer.from("sku;saldo;obs\nA;41;x\n"), "text/csv", query)).status).toBe(200);
    const other = await market.seller();
    expect((await other.get(`${BULK}/mapping`)).json).toMatchObject({ columns: [], version: 0 });
    const suggested = await other.post(`${BULK}/mapping/suggestions`, { columns: ["obs"] });
    expect(suggested.json.columns).toEqual([{ name: "obs" }]);
    const reply = await other.request("POST", BULK, { body: "sku;saldo;obs\nA;1;x\n", headers: { "content-type": "text/csv" } });
    expect(reply.json.details.map(({ code, received }: Reply["json"]) => [code, received])).toEqual([["column_unknown", "obs"]]);
  });
});
