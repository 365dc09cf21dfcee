import { type Action, type JsonForm, type Option, type Positional, type Terminal, wantsJson } from "../../command-line/command.ts";
import { findInstance } from "../../command-line/instance.ts";
import type { ParsedArguments } from "../../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../../command-line/shared-options.ts";
import { sellerOf } from "./queued-items.ts";

const SKU: Positional = { name: "SKU", meaning: { "pt-BR": "o produto", en: "the product" } };
const SELLER: Option = {
  name: "seller",
  value: "ID",
  needed: true,
  meaning: { "pt-BR": "o lojista do produto", en: "the product's seller" },
};
const STATUS_JSON: JsonForm = {
  as: "object",
  fields: ["sku", "status", "code", "date", "editable", "reviews", "pending", "_links", "decisionId?"],
};
const CLAIM: Option = {
  name: "claim",
  value: "TOKEN",
  meaning: { "pt-BR": "a reserva sob a qual o produto está com você", en: "the claim under which you hold the product" },
};

/** `review approve`: puts a product on sale. */
export const approveAction: Action = {
  name: "approve",
  does: { "pt-BR": "Aprova um produto em catalogação: ele vai à venda.", en: "Approves a product in cataloguing: it goes on sale." },
  positionals: [SKU],
  options: [SELLER, CLAIM, ...INSTANCE_OPTIONS],
  json: STATUS_JSON,
  examples: [
    { line: "review approve BRISA-M --seller 1001", does: { "pt-BR": "Um produto vai à venda.", en: "One product goes on sale." } },
  ],
  run: approve,
};

/** `review criticize`: returns a product to its seller. */
export const criticizeAction: Action = {
  name: "criticize",
  does: { "pt-BR": "Devolve um produto ao lojista com um motivo.", en: "Returns a product to its seller with a reason." },
  positionals: [SKU],
  options: [
    SELLER,
    {
      name: "code",
      value: "CODE",
      needed: true,
      meaning: { "pt-BR": "código do motivo, como image_blurred", en: "the reason's code, such as image_blurred" },
    },
    {
      name: "message",
      value: "TEXT",
      meaning: {
        "pt-BR": "o que o lojista deve corrigir; dispensável com um motivo cadastrado",
        en: "what the seller should fix; not needed with a registered reason",
      },
    },
    {
      name: "pointer",
      value: "/images/0",
      meaning: { "pt-BR": "onde no produto (JSON Pointer)", en: "where in the product (JSON Pointer)" },
    },
    CLAIM,
    ...INSTANCE_OPTIONS,
  ],
  json: STATUS_JSON,
  examples: [
    {
      line: "review criticize BRISA-M --seller 1001 --code image_blurred --message 'A imagem está borrada' --pointer /images/0",
      does: { "pt-BR": "Diz o que está errado, e onde.", en: "Says what is wrong, and where." },
    },
  ],
  run: criticize,
};

/** `review undo`: takes a decision back. */
export const undoAction: Action = {
  name: "undo",
  does: { "pt-BR": "Desfaz uma decisão de até 60 segundos atrás.", en: "Undoes a decision of the last 60 seconds." },
  positionals: [{ name: "DECISION", meaning: { "pt-BR": "a decisão, como rvd_1001_57", en: "the decision, such as rvd_1001_57" } }],
  options: INSTANCE_OPTIONS,
  json: STATUS_JSON,
  examples: [{ line: "review undo rvd_1001_57", does: { "pt-BR": "O produto volta à fila.", en: "The product returns to the queue." } }],
  run: undo,
};

function approve(args: ParsedArguments, terminal: Terminal): Promise<number> {
  return decide(args, terminal, { decision: "approve" });
}

function criticize(args: ParsedArguments, terminal: Terminal): Promise<number> {
  const { code, message, pointer } = args.options;
  return decide(args, terminal, { decision: "criticize", critiques: [{ code, message, pointer }] });
}

interface Status {
  readonly sku: string;
  readonly status: string;
}

async function decide(args: ParsedArguments, { lang, out }: Terminal, decision: object): Promise<number> {
  const sku = encodeURIComponent(args.positionals[0]!);
  const path = `/operator/v1/sellers/${sellerOf(args, lang)}/products/${sku}/review`;
  const { body } = await findInstance(args, lang).request<Status>("POST", path, { ...decision, claimToken: args.options["claim"] });
  writeStatus(args, out, body!);
  return 0;
}

const writeStatus = (args: ParsedArguments, out: Terminal["out"], status: Status) =>
  out.write(wantsJson(args) ? `${JSON.stringify(status)}\n` : `${status.sku}: ${status.status}\n`);

async function undo(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const request = { decisionId: args.positionals[0]! };
  const { body } = await findInstance(args, lang).request<Status>("POST", "/operator/v1/reviews/undo", request);
  writeStatus(args, out, body!);
  return 0;
}
