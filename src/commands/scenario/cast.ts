import { formatMessage, type Lang, type LocalizedText } from "../../platform/contract/errors.ts";
import { randomDigits } from "../../platform/basics/random.ts";
import { UsageFault } from "../arguments.ts";
import { borrowCredential } from "../borrowed-credential.ts";
import { Declined } from "../http-client.ts";
import type { Instance } from "../instance.ts";
import type { Cast } from "./scene.ts";

/** Who plays the seller, and how that ends. */
export interface Hired extends Cast, AsyncDisposable {}

const NO_SANDBOX: LocalizedText = {
  "pt-BR": "{url} não é um sandbox: aqui nada é encenado",
  en: "{url} is no sandbox: nothing is played there",
};
const NOT_THERE = 404;

/**
 * A seller of the instance with a credential of its own, which is revoked when disposed of; without `sellerId` a new seller, called
 * `name`, which stays: sellers are never deleted. Throws a usage fault, with nothing done, when the instance is production.
 */
export async function hire(instance: Instance, name: string, lang: Lang, sellerId?: number): Promise<Hired> {
  if (!(await isSandbox(instance))) throw new UsageFault(formatMessage(NO_SANDBOX[lang], { url: instance.url }));
  const id = sellerId ?? (await newSeller(instance, `${name} ${randomDigits(4)}`));
  const credential = await borrowCredential(instance, id, { name });
  return { sellerId: id, credential, [Symbol.asyncDispose]: credential.revoke };
}

/** Only a sandbox has a clock. */
async function isSandbox(instance: Instance): Promise<boolean> {
  try {
    await instance.ask("GET", "/operator/v1/clock");
    return true;
  } catch (error) {
    if (error instanceof Declined && error.status === NOT_THERE) return false;
    throw error;
  }
}

async function newSeller(instance: Instance, name: string): Promise<number> {
  const { body } = await instance.ask<{ readonly sellerId: number }>("POST", "/operator/v1/sellers", { name });
  return body!.sellerId;
}
