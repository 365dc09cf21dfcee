import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { buy, onSale } from "../orders/goods.ts";
import { bodyOf, eventXml, INVOICE } from "../orders/invoices.ts";
import { dataFolderOf } from "./instance.ts";
import { runCommand, runIn } from "./terminal.ts";

describe("bin/vitrine invoice (beyond M12)", () => {
  let market: Marketplace;
  let seller: Seller;
  let data: string;
  const folder = mkdtempSync(join(tmpdir(), "vitrine invoice "));
  beforeAll(async () => {
    market = await startMarketplace();
    seller = await market.seller();
    data = await dataFolderOf(market, { seller });
    await onSale(market, seller, { UM: 9 });
  });
  afterAll(() => market.stop());

  const written = (name: string, xml: string | Buffer): string => {
    const file = join(folder, name);
    writeFileSync(file, xml);
    return file;
  };
  const check = (file: string, ...options: readonly string[]) => runCommand("invoice", file, ...options, "--data", data);

  it("says what invoicing would say, and registers nothing", async () => {
    const order = await buy(seller, "UM", { paid: true });
    const { danfeXml } = bodyOf(INVOICE);
    const { code, out } = await check(written("nota.xml", danfeXml), "--order", order.orderNumber, "--json");
    const rehearsed = await seller.post(order.path("invoice/validate"), { danfeXml, issueDate: /<dhEmi>([^<]+)</.exec(danfeXml)![1] });
    const file = { bytes: Buffer.byteLength(danfeXml), encoding: "UTF-8", decodedBy: "declaration", declared: "UTF-8" };
    expect(JSON.parse(out)).toEqual({ ...rehearsed.json, file });
    expect(code).toBe(rehearsed.json.valid ? 0 : 1);
    expect((await seller.get(order.path())).json.status).toBe("approved");
    const { items } = (await seller.get("/api/v1/credentials")).json;
    expect(items.filter(({ name, revokedAt }: { name: string; revokedAt?: string }) => name === "vitrine invoice" && !revokedAt)).toEqual(
      [],
    );
  });

  it("names each field that is wrong, and ends with 1", async () => {
    const order = await buy(seller, "UM", { paid: true });
    const { code, out } = await runIn("en", "invoice", written("no invoice.xml", "<nota/>"), "--order", order.orderNumber, "--data", data);
    expect([code, out]).toEqual([1, expect.stringMatching(/^✗ \w+ {2}\/\w+ {2}.+\n(.*\n)*the invoice would be refused\n$/)]);
  });

  it("reads a file as the bytes it is, and says how", async () => {
    const order = await buy(seller, "UM", { paid: true });
    const { danfeXml } = bodyOf(INVOICE);
    const read = async (name: string, bytes: Buffer) => {
      const { code, out } = await check(written(name, bytes), "--order", order.orderNumber);
      const lines = out.trimEnd().split("\n");
      return { code, lines, read: lines.at(-2), codes: lines.flatMap((line) => /^(?:✗|anotado) (\w+)/.exec(line)?.[1] ?? []) };
    };
    const utf8 = await read("utf8.xml", Buffer.from(danfeXml));
    expect(utf8.read).toBe("lido em UTF-8, pela declaração XML");
    const latin1 = await read("latin1.xml", Buffer.from(danfeXml.replace("UTF-8", "ISO-8859-1"), "latin1"));
    expect([latin1.read, latin1.codes]).toEqual(["lido em ISO-8859-1, pela declaração XML", utf8.codes]);
    const utf16 = await read("utf16.xml", Buffer.from(`\ufeff${danfeXml}`, "utf16le"));
    expect(utf16.read).toBe("lido em UTF-16LE, pela marca de ordem de bytes (BOM)");
    const bare = await read("bare.xml", Buffer.from(danfeXml.replace(/<\?xml.*?\?>/, ""), "latin1"));
    expect([bare.read, bare.codes]).toEqual(["lido em ISO-8859-1, pelos bytes", utf8.codes]);

    const packed = await read("nota.xml.gz", gzipSync(danfeXml));
    expect([packed.code, packed.lines.length, packed.lines[0]]).toEqual([
      1,
      2,
      expect.stringMatching(/^✗ danfe_not_xml .*gzip: descompacte/),
    ]);
    const deflated = await read("nota.xml.zz", deflateSync(danfeXml));
    expect([deflated.lines.length, deflated.lines[0]]).toEqual([
      2,
      expect.stringMatching(/^✗ danfe_not_xml .*zlib \(deflate\): descompacte/),
    ]);
    expect((await read("vazia.xml", Buffer.alloc(0))).codes).toEqual(["danfe_empty"]);
    const broken = await read("quebrada.xml", Buffer.from(danfeXml.replace("<emit>", "\n<emit>\0")));
    expect(broken.lines.find((line) => line.startsWith("✗"))).toContain("U+0000 na linha 2, coluna 7");
    const canceled = danfeXml.replace("</nfeProc>", `${eventXml({ kind: "110111" })}</nfeProc>`);
    expect((await read("cancelada.xml", Buffer.from(canceled))).codes).toContain("danfe_canceled");
  });

  it("does not send what no invoice can be", async () => {
    await expect(check(written("grande.xml", Buffer.alloc(2_000_000, " ")), "--order", "1")).rejects.toThrow("2000000 bytes");
  });

  it("asks which shipping where there are several", async () => {
    const items = [{ sku: "UM" }];
    const order = await buy(seller, "", { paid: true, items: undefined, shippings: [{ items }, { items }] });
    const file = written("duas.xml", "<nota/>");
    await expect(check(file, "--order", order.orderNumber)).rejects.toThrow(order.shippingCodes.join(", "));
    expect((await check(file, "--order", order.orderNumber, "--shipping", String(order.shippingCodes[1]))).code).toBe(1);
  });

  it("is declined where there is no such order, and mistyped without a file", async () => {
    await expect(check(written("outra.xml", "<nota/>"), "--order", "1")).rejects.toMatchObject({ status: 404 });
    await expect(check(join(folder, "nada.xml"), "--order", "1")).rejects.toThrow("nada.xml");
  });
});
