import { realNow } from "../../platform/clock.ts";
import { fill, type Lang, type Texts } from "../../platform/errors.ts";
import { randomDigits } from "../../platform/ids.ts";
import { UsageFault } from "../arguments.ts";
import type { SellerCredential } from "../certify/seller-api.ts";
import type { Instance } from "../instance.ts";
import type { Cast } from "./scene.ts";

/** Whoever is killed leaves a credential that ends by itself. */
const LIFE_MS = 3_600_000;

/** Who plays the seller, and how that ends. */
export interface Hired extends Cast, AsyncDisposable {}

const NO_SANDBOX: Texts = {
  "pt-BR": "{url} não é um sandbox: aqui nada é encenado",
  en: "{url} is no sandbox: nothing is played there",
};
const NOT_THERE = 404;

/**
 * A seller of the instance with a credential of its own, which is revoked when disposed of; without `sellerId` a new seller, called
 * `name`, which stays: sellers are never deleted. Throws a usage fault, with nothing done, when the instance is production.
 */
export async function hire(instance: Instance, name: string, lang: Lang, sellerId?: number): Promise<Hired> {
  const { status } = await instance.send("GET", "/operator/v1/clock");
  if (status === NOT_THERE) throw new UsageFault(fill(NO_SANDBOX[lang], { url: instance.url }));
  const id = sellerId ?? (await newSeller(instance, `${name} ${randomDigits(4)}`));
  const path = `/operator/v1/sellers/${id}/credentials`;
  const { body } = await instance.ask<SellerCredential & { readonly id: string }>("POST", path, { name, expiresAt: realNow() + LIFE_MS });
  return {
    sellerId: id,
    credential: body!,
    async [Symbol.asyncDispose]() {
      await instance.ask("DELETE", `${path}/${body!.id}`);
    },
  };
}

async function newSeller(instance: Instance, name: string): Promise<number> {
  const { body } = await instance.ask<{ readonly sellerId: number }>("POST", "/operator/v1/sellers", { name });
  return body!.sellerId;
}
