import type { App } from "../../app.ts";
import type { Settings } from "../../config.ts";
import { readInstanceFile, writeInstanceFile, type InstanceFile } from "../../command-line/instance-file.ts";
import { fakeCnpj } from "../../orders/index.ts";
import { randomDigits, sha256 } from "../../platform/basics/index.ts";
import { findOperatorKey, insertSeller, issueCredential, issueOperatorKey } from "../../sellers/index.ts";

interface InitialCredentialsRequest extends Required<Pick<InstanceFile, "url" | "portalUrl">> {
  readonly settings: Settings;
  readonly dataDir: string;
  readonly at: number;
}

/**
 * Writes the instance file with the first credentials of an instance: an operator key for the command line and, in the sandbox, a seller.
 * Keeps the credentials of an earlier start if their operator key is still valid in this database and environment. Otherwise issues new
 * ones.
 */
export async function writeInitialCredentials(
  app: App,
  { settings, dataDir, at, ...addresses }: InitialCredentialsRequest,
): Promise<InstanceFile> {
  const { environment } = settings;
  const earlier = readInstanceFile(dataDir);
  const isValid =
    earlier !== undefined &&
    earlier.environment === environment &&
    (await app.db.run([], findOperatorKey, [sha256(earlier.operatorKey)])).length > 0;
  const file: InstanceFile = isValid
    ? { ...earlier, ...addresses }
    : { ...addresses, environment, ...(await issueCredentials(app, environment, at)) };
  writeInstanceFile(dataDir, file);
  return file;
}

async function issueCredentials(
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
