import { crc32, deflateRawSync } from "node:zlib";
import { documentSealContext } from "../../src/orders/invoice/read-request.ts";
import { invoiceKey, generateInvoiceXml } from "../../src/orders/invoice/generate-xml.ts";
import type { Figure } from "../figure.ts";
import { openMarket, openStand } from "../market.ts";
import { interleaved } from "../measure.ts";
import { memoryMb } from "../processes.ts";
import { RING } from "../ring.ts";
import { fillDocuments } from "./queries.ts";

const DOCUMENTS = 10_000;
const DOCUMENTS_PER_STEP = 1_000;
/** As long as invoices are: about 7.5 kB. */
const LINES = 30;
const PATH = "/api/v1/orders/fulfillment/invoices/download?from=2020-01-01&until=2020-01-20";
const AT = Date.UTC(2020, 0, 10);
/** The smallest catalogue there is: nothing of it is read. */
const SKUS = 1_000;

const invoice = (number: number) => ({
  environment: "sandbox" as const,
  stateCode: "35",
  issuer: { cnpj: "12ABC34501DE35", name: "Loja 1" },
  series: 1,
  number: 1 + number,
  numericCode: "58349271",
  issuedAtMs: AT,
  authorizedAtMs: AT,
  protocolNumber: String(135_200_000_000_000 + number),
  recipient: { document: "52998224725", name: "Ana Souza" },
  marketplace: { cnpj: "11222333000181", sellerId: "1" },
  lines: Array.from({ length: LINES }, (_, i) => ({
    sku: String(10_000_000 + number * 7 + i),
    name: `Camiseta Esportiva ${number + i}`,
    quantity: 1,
    unitCents: 14_990,
  })),
  freightCents: 0,
  packages: 1,
});

/** Archives of 10,000 invoices, one after the other, beside a bare server sending the same bytes from memory. */
export const archive: Figure = {
  name: "zip",
  title: "An archive of 10,000 invoices",
  async measure({ workshop, rounds }) {
    const database = "bench_zip";
    const market = await openMarket(workshop, { name: database, skus: SKUS, state: "published" });
    let bytes = 0;
    for (let from = 0; from < DOCUMENTS; from += DOCUMENTS_PER_STEP) {
      const rows = Array.from({ length: DOCUMENTS_PER_STEP }, (_, i) => {
        const written = invoice(from + i);
        const xml = Buffer.from(generateInvoiceXml(written));
        const orderNumber = `Z${from + i}`;
        bytes += xml.length;
        return {
          orderNumber,
          key: invoiceKey(written),
          document: RING.seal(deflateRawSync(xml), documentSealContext(1, orderNumber, 1)),
          crc: crc32(xml),
          size: xml.length,
        };
      });
      await market.client.query(fillDocuments, [
        1,
        AT,
        rows.map(({ orderNumber }) => orderNumber),
        rows.map(({ key }) => key),
        rows.map(({ document }) => document),
        rows.map(({ crc }) => crc),
        rows.map(({ size }) => size),
      ]);
    }
    await market.client.query("vacuum analyze invoice_documents");
    const stand = await openStand(workshop, market, database);
    try {
      const bare = await stand.bare(PATH);
      const plan = { scenario: "get-archive", takes: [PATH], connections: 1 };
      const restMb = memoryMb(stand.server.pid).now;
      const samples = await interleaved([stand.http("vitrine 1", plan), bare("bare 1", plan)], rounds);
      return {
        samples,
        facts: {
          documents: DOCUMENTS,
          bytesEach: Math.round(bytes / DOCUMENTS),
          documentsPerSecond: Math.round(samples["vitrine 1"]!.perSecond * DOCUMENTS),
          restMb,
          peakMb: memoryMb(stand.server.pid).peak,
        },
      };
    } finally {
      await stand.stop();
    }
  },
};
