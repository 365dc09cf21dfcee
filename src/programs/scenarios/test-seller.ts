import type { OperatorApi } from "../../client/operator-api.ts";
import { isSandbox } from "../../client/operator-api.ts";
import type { SellerCredential } from "../../client/seller-api.ts";
import { issueTemporaryCredential } from "../../client/temporary-credential.ts";
import { UsageError } from "../../command-line/usage-error.ts";
import { randomDigits } from "../../platform/basics/index.ts";
import { formatMessage, type Lang, type LocalizedText } from "../../platform/contract/index.ts";

/** A seller of a sandbox with a temporary credential, which is revoked on disposal. */
export interface TestSeller extends AsyncDisposable {
  readonly sellerId: number;
  readonly credential: SellerCredential;
}

const NO_SANDBOX: LocalizedText = {
  "pt-BR": "{url} não é um sandbox; cenários só são executados num sandbox",
  en: "{url} is not a sandbox; scenarios run in a sandbox only",
};

/**
 * Issues a temporary credential for the seller `sellerId`. Without `sellerId`, creates a seller called `name`, which remains afterwards,
 * because sellers cannot be deleted. Throws `UsageError` if the marketplace is not a sandbox.
 */
export async function openTestSeller(api: OperatorApi, name: string, lang: Lang, sellerId?: number): Promise<TestSeller> {
  if (!(await isSandbox(api))) throw new UsageError(formatMessage(NO_SANDBOX[lang], { url: api.url }));
  const id = sellerId ?? (await createSeller(api, `${name} ${randomDigits(4)}`));
  const credential = await issueTemporaryCredential(api, id, { name });
  return { sellerId: id, credential, [Symbol.asyncDispose]: credential.revoke };
}

async function createSeller(api: OperatorApi, name: string): Promise<number> {
  const { body } = await api.request<{ readonly sellerId: number }>("POST", "/operator/v1/sellers", { name });
  return body!.sellerId;
}
