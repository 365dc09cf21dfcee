import type { Option } from "../../command-line/command.ts";
import { integerOption, MAX_INT32 } from "../../command-line/option-values.ts";
import type { ParsedArguments } from "../../command-line/parsed-arguments.ts";
import type { Lang } from "../../platform/contract/index.ts";

/** An item of the review queue. */
export interface Queued {
  readonly sellerId: number;
  readonly sku: string;
  /** Of a change request. */
  readonly changeRequestId?: string;
  readonly name: string;
  readonly since: string;
  readonly late: boolean;
}

/** The product, and the change request if it is one that waits. */
export const itemOf = ({ sku, changeRequestId = "" }: Pick<Queued, "sku" | "changeRequestId">): readonly string[] => [sku, changeRequestId];

/** Only one seller's items. */
export const ONE_SELLER: Option = {
  name: "seller",
  value: "ID",
  meaning: { "pt-BR": "só os produtos deste lojista", en: "only this seller's products" },
};
/** Only one department's items. */
export const DEPARTMENT: Option = {
  name: "department",
  value: "NAME",
  meaning: { "pt-BR": "só deste departamento", en: "only of this department" },
};

/** The seller that was named; undefined when none was. */
export const sellerOf = (args: ParsedArguments, lang: Lang) =>
  integerOption(args, "seller", { min: 1, max: MAX_INT32, fallback: undefined }, lang);
