import type { App } from "../app.ts";
import type { Settings } from "../config.ts";
import { randomDigits, sha256 } from "../platform/basics/random.ts";
import { fakeCnpj } from "../orders/index.ts";
import { findOperatorKey, insertSeller, issueCredential, issueOperatorKey } from "../sellers/index.ts";
import { readInstanceFile, writeInstanceFile, type InstanceFile } from "./instance-file.ts";

/**
 * First credentials of an instance: an operator key for the command line and, in the sandbox, a ready seller. They are
 * kept in the data folder and made anew when the database does not know them (another database, another folder).
 */
export async function bootstrap(
  app: App,
  facts: { readonly settings: Settings; readonly dataDir: string; readonly url: string; readonly at: number },
): Promise<InstanceFile> {
  const { settings, dataDir, url, at } = facts;
  const { environment } = settings;
  const kept = readInstanceFile(dataDir);
  const known =
    kept !== undefined &&
    kept.environment === environment &&
    (await app.db.run([], findOperatorKey, [sha256(kept.operatorKey)])).length > 0;
  const file: InstanceFile = known ? { ...kept, url } : { url, environment, ...(await firstCredentials(app, environment, at)) };
  writeInstanceFile(dataDir, file);
  return file;
}

async function firstCredentials(
  app: App,
  environment: Settings["environment"],
  at: number,
): Promise<Pick<InstanceFile, "operatorKey" | "seller">> {
  const { operatorKey } = await issueOperatorKey(app.db, { role: "admin", name: "command line", at });
  if (environment !== "sandbox") return { operatorKey };
  const name = "Loja Primeira Vitrine";
  const [seller] = await app.db.run("every seller", insertSeller, [name, at, fakeCnpj(randomDigits(6)), null]);
  const sellerId = seller!.seller_id;
  const { clientId, accessToken } = await issueCredential({ db: app.db, environment }, { sellerId, name, at });
  return { operatorKey, seller: { sellerId, name, clientId, accessToken } };
}
