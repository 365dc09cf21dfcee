import { alignColumns } from "../../command-line/columns.ts";
import { type Action, type JsonForm, type Option, type Positional, type Terminal, wantsJson } from "../../command-line/command.ts";
import { findInstance } from "../../command-line/instance.ts";
import { integerOption } from "../../command-line/option-values.ts";
import type { ParsedArguments } from "../../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../../command-line/shared-options.ts";
import type { Lang } from "../../platform/contract/index.ts";
import { DEPARTMENT, itemOf, ONE_SELLER, type Queued, sellerOf } from "./queued-items.ts";

const TOKEN: Positional = { name: "TOKEN", meaning: { "pt-BR": "a reserva", en: "the claim" } };
const SECONDS: Option = {
  name: "seconds",
  value: "300",
  meaning: { "pt-BR": "por quanto tempo, até 900", en: "for how long, at most 900" },
};
const CLAIM_STATE_JSON: JsonForm = { as: "object", fields: ["claimToken", "leaseUntil?", "items", "links"] };

/** `review claim`: takes the next items. */
export const claimAction: Action = {
  name: "claim",
  does: {
    "pt-BR": "Recebe os próximos produtos e mudanças a revisar, só para você.",
    en: "Takes the next products and changes to review, for you alone.",
  },
  options: [
    { name: "count", value: "20", meaning: { "pt-BR": "quantos, até 20", en: "how many, at most 20" } },
    SECONDS,
    ONE_SELLER,
    DEPARTMENT,
    { name: "risk", meaning: { "pt-BR": "os lojistas de maior risco primeiro", en: "the riskiest sellers first" } },
    ...INSTANCE_OPTIONS,
  ],
  json: { as: "object", fields: ["claimToken?", "leaseUntil?", "items", "links?"] },
  examples: [
    { line: "review claim --count 5", does: { "pt-BR": "Cinco produtos ficam só com você.", en: "Five products are yours alone." } },
  ],
  run: claim,
};

/** `review renew`: extends a claim. */
export const renewAction: Action = {
  name: "renew",
  does: { "pt-BR": "Prolonga uma reserva.", en: "Extends a claim." },
  positionals: [TOKEN],
  options: [SECONDS, ...INSTANCE_OPTIONS],
  json: CLAIM_STATE_JSON,
  examples: [{ line: "review renew clm_1 --seconds 600", does: { "pt-BR": "Mais dez minutos.", en: "Ten more minutes." } }],
  run: renew,
};

/** `review release`: gives a claim back. */
export const releaseAction: Action = {
  name: "release",
  does: { "pt-BR": "Devolve o que resta de uma reserva.", en: "Gives back what is left of a claim." },
  positionals: [TOKEN],
  options: INSTANCE_OPTIONS,
  json: CLAIM_STATE_JSON,
  examples: [{ line: "review release clm_1", does: { "pt-BR": "O resto volta à fila.", en: "The rest returns to the queue." } }],
  run: release,
};

interface ClaimState {
  readonly claimToken?: string;
  readonly leaseUntil?: string;
  readonly items: readonly Queued[];
}

const MAX_CLAIMED = 20;
const MIN_LEASE_SECONDS = 10;
const MAX_LEASE_SECONDS = 900;
const leaseSecondsOf = (args: ParsedArguments, lang: Lang) =>
  integerOption(args, "seconds", { min: MIN_LEASE_SECONDS, max: MAX_LEASE_SECONDS, fallback: undefined }, lang);

/** Claims products. With nothing to claim, the JSON has no items. */
async function claim(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const count = integerOption(args, "count", { min: 1, max: MAX_CLAIMED, fallback: undefined }, lang);
  const filter = { sellerId: sellerOf(args, lang), department: args.options["department"] };
  const order = args.flags.has("risk") ? "risk" : "due";
  const request = { count, leaseSeconds: leaseSecondsOf(args, lang), order, filter };
  const { body } = await findInstance(args, lang).request<ClaimState>("POST", "/operator/v1/reviews/claim", request);
  if (wantsJson(args)) out.write(`${JSON.stringify(body ?? { items: [] })}\n`);
  else if (body?.claimToken !== undefined) {
    out.write(`${body.claimToken}  ${body.leaseUntil}\n`);
    out.write(alignColumns(body.items.map((row) => [String(row.sellerId), ...itemOf(row), row.name])));
  }
  return 0;
}

async function changeClaim(args: ParsedArguments, { lang, out }: Terminal, method: string, part: string, sent?: object): Promise<number> {
  const path = `/operator/v1/reviews/claims/${encodeURIComponent(args.positionals[0]!)}${part}`;
  const { body } = await findInstance(args, lang).request<ClaimState>(method, path, sent);
  if (wantsJson(args)) out.write(`${JSON.stringify(body)}\n`);
  else out.write(alignColumns(body!.items.map((row) => [String(row.sellerId), ...itemOf(row), body!.leaseUntil ?? ""])));
  return 0;
}

function renew(args: ParsedArguments, terminal: Terminal): Promise<number> {
  return changeClaim(args, terminal, "POST", "/renew", { leaseSeconds: leaseSecondsOf(args, terminal.lang) });
}

function release(args: ParsedArguments, terminal: Terminal): Promise<number> {
  return changeClaim(args, terminal, "DELETE", "");
}
