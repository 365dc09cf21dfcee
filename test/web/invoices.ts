import type { Page } from "playwright-core";
import { type CreatedOrder, sampleInvoicing } from "../../src/client/sample-invoice.ts";
import type { Client } from "../harness.ts";

let made = 1_000;

/** The file of an invoice that is in order for an order of a seller, named as SEFAZ names it. */
export async function invoiceFile(seller: Client, orderNumber: string, change = (xml: string) => xml) {
  const { json } = await seller.get(`/api/v1/orders/${orderNumber}`);
  const { danfeXml, key } = sampleInvoicing(json as CreatedOrder, (made += 1)) as { readonly danfeXml: string; readonly key: string };
  return { name: `${key}-procNFe.xml`, mimeType: "text/xml", buffer: Buffer.from(change(danfeXml)) };
}

/** Drops the file of an invoice on the page of an order. */
export async function dropInvoiceOf(page: Page, seller: Client, orderNumber: string, change?: (xml: string) => string): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(await invoiceFile(seller, orderNumber, change));
}
