import type { Lang } from "../platform/errors.ts";
import type { Arguments } from "./arguments.ts";
import { INSTANCE_OPTIONS, JSON_OPTION, type Command, type Terminal } from "./command.ts";
import { everyItem, findInstance } from "./instance.ts";
import { columns } from "./table.ts";
import { chooseAction, neededOption, wholeOption, wordsOf } from "./usage.ts";

/** `review list`, `review approve SKU` and `review criticize SKU`: the catalogue's review from the shell (decisions 8). */
export const review: Command = {
  name: "review",
  usage: "review list | review approve SKU --seller ID | review criticize SKU --seller ID --code CODE --message TEXT",
  does: {
    "pt-BR": "Mostra a fila da revisão do catálogo, aprova ou critica um produto.",
    en: "Shows the catalogue's review queue, approves or criticizes a product.",
  },
  options: [
    {
      name: "seller",
      value: "ID",
      meaning: { "pt-BR": "o lojista do produto; em list, só os dele", en: "the product's seller; with list, only theirs" },
    },
    {
      name: "code",
      value: "CODE",
      meaning: { "pt-BR": "código do motivo, como image_blurred", en: "the reason's code, such as image_blurred" },
    },
    { name: "message", value: "TEXT", meaning: { "pt-BR": "o que o lojista deve corrigir", en: "what the seller is to mend" } },
    {
      name: "pointer",
      value: "/images/0",
      meaning: { "pt-BR": "onde no produto (JSON Pointer)", en: "where in the product (JSON Pointer)" },
    },
    JSON_OPTION,
    ...INSTANCE_OPTIONS,
  ],
  async run(args, terminal) {
    const { action, rest } = chooseAction(args, { list, approve, criticize }, terminal.lang);
    await action(rest, terminal);
    return 0;
  },
};

const MOST_SELLERS = 2 ** 31 - 1;
const sellerOf = (args: Arguments, lang: Lang) => wholeOption(args, "seller", { least: 1, most: MOST_SELLERS, otherwise: undefined }, lang);

const approve = (args: Arguments, terminal: Terminal) => decide(args, terminal, { decision: "approve" });

function criticize(args: Arguments, terminal: Terminal): Promise<void> {
  const { pointer } = args.options;
  const reason = { code: neededOption(args, "code", terminal.lang), message: neededOption(args, "message", terminal.lang) };
  return decide(args, terminal, { decision: "criticize", critiques: [{ ...reason, ...(pointer === undefined ? {} : { pointer }) }] });
}

interface Status {
  readonly sku: string;
  readonly status: string;
}

async function decide(args: Arguments, { lang, out }: Terminal, decision: object): Promise<void> {
  const [sku] = wordsOf(args, ["SKU"], lang);
  neededOption(args, "seller", lang);
  const path = `/operator/v1/sellers/${sellerOf(args, lang)}/products/${encodeURIComponent(sku)}/review`;
  const { body } = await findInstance(args, lang).ask<Status>("POST", path, decision);
  out.write(args.switches.has("json") ? `${JSON.stringify(body)}\n` : `${body!.sku}: ${body!.status}\n`);
}

interface Queued {
  readonly sellerId: number;
  readonly sku: string;
  readonly name: string;
  readonly since: string;
  readonly late: boolean;
}

const LATE = { "pt-BR": "atrasado", en: "late" } as const;

async function list(args: Arguments, { lang, out }: Terminal): Promise<void> {
  wordsOf(args, [], lang);
  const sellerId = sellerOf(args, lang);
  const path = `/operator/v1/reviews${sellerId === undefined ? "" : `?sellerId=${sellerId}`}`;
  const queue = await everyItem<Queued>(findInstance(args, lang), path);
  if (args.switches.has("json")) out.write(`${JSON.stringify(queue)}\n`);
  else out.write(columns(queue.map((row) => [String(row.sellerId), row.sku, row.since, row.late ? LATE[lang] : "", row.name])));
}
