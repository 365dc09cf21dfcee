import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { writeInstanceFile } from "../../src/command-line/instance-file.ts";
import type { Marketplace, Seller } from "../harness.ts";

/** What an instance is like: whose key the command line has, what stands before it, where its portals are, and the seller it starts with. */
interface Facts {
  readonly role?: string;
  readonly url?: string;
  /** Where people open the portals; absent in files of earlier versions. */
  readonly portalUrl?: string;
  readonly seller?: Seller;
}

/** A data folder as a running instance leaves it, so that commands find the marketplace. */
export async function dataFolderOf(market: Marketplace, facts: Facts = {}): Promise<string> {
  const { role = "admin", url = market.baseUrl, portalUrl, seller } = facts;
  const folder = mkdtempSync(join(inject("scratch"), "data-"));
  const { authorization = "" } = (await market.operator(role)).headers;
  const ready = seller && { sellerId: seller.sellerId, name: "Loja", clientId: seller.clientId, accessToken: seller.accessToken };
  const file = { url, ...(portalUrl && { portalUrl }), environment: "sandbox", operatorKey: authorization.replace("Bearer ", "") };
  writeInstanceFile(folder, ready ? { ...file, seller: ready } : file);
  return folder;
}
