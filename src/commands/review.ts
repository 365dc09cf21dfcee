import type { Lang } from "../platform/contract/index.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { wantsJson, type Command, type JsonForm, type Option, type Terminal, type Positional } from "../command-line/command.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { listAll } from "../client/operator-api.ts";
import { findInstance } from "../command-line/instance.ts";
import { coloured } from "../command-line/colours.ts";
import { alignColumns } from "../command-line/columns.ts";
import { MAX_INT32, integerOption } from "../command-line/option-values.ts";

const SKU: Positional = { name: "SKU", meaning: { "pt-BR": "o produto", en: "the product" } };
const SELLER: Option = {
  name: "seller",
  value: "ID",
  needed: true,
  meaning: { "pt-BR": "o lojista do produto", en: "the product's seller" },
};
const STATUS_JSON: JsonForm = { as: "object", fields: ["sku", "status", "code", "date", "editable", "reviews", "pending", "_links"] };

const QUEUED_FIELDS = "sellerId sku name department productType brand images warnings since ageSeconds dueAt late version links".split(" ");

/** `review list`, `review approve SKU`, `review criticize SKU`: shows the products that wait for review, or decides on one (decisions 8). */
export const review: Command = {
  name: "review",
  does: {
    "pt-BR": "Mostra a fila da revisão do catálogo; aprova ou critica um produto.",
    en: "Shows the catalogue's review queue; approves or criticizes a product.",
  },
  actions: [
    {
      name: "list",
      does: { "pt-BR": "Mostra a fila da revisão.", en: "Shows the review queue." },
      options: [
        { name: "seller", value: "ID", meaning: { "pt-BR": "só os produtos deste lojista", en: "only this seller's products" } },
        ...INSTANCE_OPTIONS,
      ],
      json: { as: "array", fields: QUEUED_FIELDS },
      examples: [{ line: "review list", does: { "pt-BR": "Tudo o que espera uma decisão.", en: "Everything that waits for a decision." } }],
      run: list,
    },
    {
      name: "approve",
      does: { "pt-BR": "Aprova um produto em catalogação: ele vai à venda.", en: "Approves a product in cataloguing: it goes on sale." },
      positionals: [SKU],
      options: [SELLER, ...INSTANCE_OPTIONS],
      json: STATUS_JSON,
      examples: [
        { line: "review approve BRISA-M --seller 1001", does: { "pt-BR": "Um produto vai à venda.", en: "One product goes on sale." } },
      ],
      run: approve,
    },
    {
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
          needed: true,
          meaning: { "pt-BR": "o que o lojista deve corrigir", en: "what the seller should fix" },
        },
        {
          name: "pointer",
          value: "/images/0",
          meaning: { "pt-BR": "onde no produto (JSON Pointer)", en: "where in the product (JSON Pointer)" },
        },
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
    },
  ],
};

const sellerOf = (args: ParsedArguments, lang: Lang) =>
  integerOption(args, "seller", { min: 1, max: MAX_INT32, fallback: undefined }, lang);

function approve(args: ParsedArguments, terminal: Terminal): Promise<number> {
  return decide(args, terminal, { decision: "approve" });
}

function criticize(args: ParsedArguments, terminal: Terminal): Promise<number> {
  const { code, message, pointer } = args.options;
  const reason = { code, message };
  return decide(args, terminal, { decision: "criticize", critiques: [{ ...reason, ...(pointer === undefined ? {} : { pointer }) }] });
}

interface Status {
  readonly sku: string;
  readonly status: string;
}

async function decide(args: ParsedArguments, { lang, out }: Terminal, decision: object): Promise<number> {
  const sku = encodeURIComponent(args.positionals[0]!);
  const path = `/operator/v1/sellers/${sellerOf(args, lang)}/products/${sku}/review`;
  const { body } = await findInstance(args, lang).request<Status>("POST", path, decision);
  out.write(wantsJson(args) ? `${JSON.stringify(body)}\n` : `${body!.sku}: ${body!.status}\n`);
  return 0;
}

interface Queued {
  readonly sellerId: number;
  readonly sku: string;
  readonly name: string;
  readonly since: string;
  readonly late: boolean;
}

const LATE = { "pt-BR": "atrasado", en: "late" } as const;

async function list(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const sellerId = sellerOf(args, lang);
  const path = `/operator/v1/reviews${sellerId === undefined ? "" : `?sellerId=${sellerId}`}`;
  const queue = await listAll<Queued>(findInstance(args, lang), path);
  if (wantsJson(args)) out.write(`${JSON.stringify(queue)}\n`);
  else
    out.write(
      alignColumns(
        queue.map((row) => [String(row.sellerId), row.sku, row.since, row.late ? coloured(out, "bad", LATE[lang]) : "", row.name]),
      ),
    );
  return 0;
}
