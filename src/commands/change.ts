import { createSellerApi, sendAs } from "../client/seller-api.ts";
import { withTemporaryCredential } from "../client/temporary-credential.ts";
import { coloured } from "../command-line/colours.ts";
import { alignColumns } from "../command-line/columns.ts";
import { wantsJson, type Command, type JsonForm, type Option, type Positional, type Terminal } from "../command-line/command.ts";
import { findInstance, sellerOrDefault } from "../command-line/instance.ts";
import { integerOption, MAX_INT32 } from "../command-line/option-values.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";

const ID: Positional = { name: "ID", meaning: { "pt-BR": "o pedido de mudança", en: "the change request" } };
const SELLER: Option = {
  name: "seller",
  value: "ID",
  meaning: { "pt-BR": "o lojista (padrão: o lojista pronto do sandbox)", en: "the seller (default: the sandbox's ready seller)" },
};
const FIELD: Option = {
  name: "field",
  value: "/name",
  meaning: { "pt-BR": "só este campo (padrão: todos os que esperam)", en: "only this field (default: all that wait)" },
};
const CHANGE_FIELDS = "id sku state note? baseVersion version createdAt decidedAt? setAside? sellerId name? fields askedBy links".split(
  " ",
);
const CHANGE_JSON: JsonForm = { as: "object", fields: CHANGE_FIELDS };

const TEXTS = {
  noneWaits: { "pt-BR": "nenhum campo do pedido {id} espera uma decisão", en: "no field of request {id} waits for a decision" },
  unequal: { "pt-BR": "{received} não é /campo=valor", en: "{received} is no /field=value" },
} as const satisfies Record<string, LocalizedText>;

/** `change ask`, `list`, `show`, `approve`, `refuse`, `recheck`: changes of products that are closed, for sellers and the catalogue. */
export const change: Command = {
  name: "change",
  does: {
    "pt-BR": "Pede mudanças em produtos fechados, e as decide campo por campo.",
    en: "Asks for changes of closed products, and decides them field by field.",
  },
  actions: [
    {
      name: "ask",
      does: { "pt-BR": "Pede uma mudança, como o lojista.", en: "Asks for a change, as the seller." },
      positionals: [
        { name: "SKU", meaning: { "pt-BR": "o produto", en: "the product" } },
        {
          name: "/FIELD=VALUE",
          many: true,
          meaning: { "pt-BR": "campos e valores; um valor vazio retira", en: "fields and values; an empty value takes away" },
        },
      ],
      options: [
        SELLER,
        { name: "note", value: "TEXT", meaning: { "pt-BR": "o que dizer a quem decide", en: "what to tell whoever decides" } },
        ...INSTANCE_OPTIONS,
      ],
      json: { as: "object", fields: "id sku state note? baseVersion version createdAt fields askedBy superseded? _links".split(" ") },
      examples: [
        {
          line: "change ask BRISA-M '/description=Leve e macia.' /weight=0.21",
          does: { "pt-BR": "Um pedido com dois campos.", en: "One request with two fields." },
        },
      ],
      run: ask,
    },
    {
      name: "list",
      does: { "pt-BR": "Mostra os pedidos em aberto, do mais antigo ao mais novo.", en: "Shows the open requests, oldest first." },
      options: [
        { name: "seller", value: "ID", meaning: { "pt-BR": "só os deste lojista", en: "only this seller's" } },
        { name: "field", value: "images", meaning: { "pt-BR": "só os que tratam deste campo", en: "only those about this field" } },
        ...INSTANCE_OPTIONS,
      ],
      json: { as: "array", fields: CHANGE_FIELDS },
      examples: [{ line: "change list --field images", does: { "pt-BR": "Imagens que esperam.", en: "Images that wait." } }],
      run: list,
    },
    {
      name: "show",
      does: { "pt-BR": "Mostra um pedido, campo por campo.", en: "Shows a request, field by field." },
      positionals: [ID],
      options: INSTANCE_OPTIONS,
      json: CHANGE_JSON,
      examples: [
        {
          line: "change show chg_1001_5Tq8RwN2nXc6LpZ0sQyB",
          does: { "pt-BR": "De, para, e o que foi achado.", en: "From, to, and what was found." },
        },
      ],
      run: async (args, terminal) => print(args, terminal, await find(args, terminal.lang)),
    },
    {
      name: "approve",
      does: { "pt-BR": "Aprova o que espera de um pedido.", en: "Approves what waits of a request." },
      positionals: [ID],
      options: [FIELD, ...INSTANCE_OPTIONS],
      json: CHANGE_JSON,
      examples: [
        { line: "change approve chg_1001_5Tq8RwN2nXc6LpZ0sQyB --field /name", does: { "pt-BR": "Só o nome.", en: "The name only." } },
      ],
      run: (args, terminal) => decide(args, terminal, { decision: "approve" }),
    },
    {
      name: "refuse",
      does: { "pt-BR": "Recusa o que espera de um pedido.", en: "Refuses what waits of a request." },
      positionals: [ID],
      options: [
        {
          name: "message",
          value: "TEXT",
          needed: true,
          meaning: { "pt-BR": "o motivo, que o lojista lê", en: "the reason, which the seller reads" },
        },
        { name: "code", value: "CODE", meaning: { "pt-BR": "código do motivo", en: "the reason's code" } },
        FIELD,
        ...INSTANCE_OPTIONS,
      ],
      json: CHANGE_JSON,
      examples: [
        {
          line: "change refuse chg_1001_5Tq8RwN2nXc6LpZ0sQyB --message 'O nome perdeu a marca'",
          does: { "pt-BR": "O produto fica como está.", en: "The product stays as it is." },
        },
      ],
      run: (args, terminal) => decide(args, terminal, { decision: "refuse", message: args.options["message"], code: args.options["code"] }),
    },
    {
      name: "recheck",
      does: {
        "pt-BR": "Confere de novo um pedido que a conferência pôs de lado.",
        en: "Checks a request again that its check has set aside.",
      },
      positionals: [ID],
      options: INSTANCE_OPTIONS,
      json: CHANGE_JSON,
      examples: [
        {
          line: "change recheck chg_1001_5Tq8RwN2nXc6LpZ0sQyB",
          does: { "pt-BR": "Depois de corrigida a causa.", en: "Once the cause is mended." },
        },
      ],
      run: recheck,
    },
  ],
};

interface Field {
  readonly pointer: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly state: string;
  readonly sample?: string;
}
interface Change {
  readonly id: string;
  readonly sellerId?: number;
  readonly sku: string;
  readonly state: string;
  readonly createdAt: string;
  readonly fields: readonly Field[];
}

async function ask(args: ParsedArguments, terminal: Terminal): Promise<number> {
  const { lang } = terminal;
  const [sku, ...pairs] = args.positionals;
  const asked = pairs.map((pair) => fieldOf(pair, lang));
  const fields = Object.fromEntries(asked.filter(([, text]) => text !== "").map(([pointer, text]) => [pointer, jsonOrText(text)]));
  const remove = asked.flatMap(([pointer, text]) => (text === "" ? [pointer] : []));
  const { note } = args.options;
  const instance = findInstance(args, lang);
  const sellerId = sellerOrDefault(args, instance, lang);
  const made = await withTemporaryCredential(instance, sellerId, { name: "vitrine change", scopes: ["products"] }, (credential) =>
    createSellerApi(sendAs(instance.url, credential, lang)).request<Change>(
      "POST",
      `/api/v2/products/${encodeURIComponent(sku!)}/changes`,
      {
        fields,
        remove,
        ...(note === undefined ? {} : { note }),
      },
    ),
  );
  return print(args, terminal, made!);
}

/** `/name=x` as pointer and text. */
function fieldOf(pair: string, lang: Lang): readonly [string, string] {
  const at = pair.indexOf("=");
  if (at < 1 || !pair.startsWith("/")) throw new UsageError(formatMessage(TEXTS.unequal[lang], { received: pair }));
  return [pair.slice(0, at), pair.slice(at + 1)];
}

/** A value: numbers and other JSON are read as such. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const pathOf = (id: string) => `/operator/v1/changes/${encodeURIComponent(id)}`;

async function find(args: ParsedArguments, lang: Lang): Promise<Change> {
  return (await findInstance(args, lang).request<Change>("GET", pathOf(args.positionals[0]!))).body!;
}

async function recheck(args: ParsedArguments, terminal: Terminal): Promise<number> {
  const path = `${pathOf(args.positionals[0]!)}/recheck`;
  return print(args, terminal, (await findInstance(args, terminal.lang).request<Change>("POST", path)).body!);
}

/** Decides one field, or every field that waits. */
async function decide(
  args: ParsedArguments,
  terminal: Terminal,
  reason: { readonly decision: string; readonly message?: string | undefined; readonly code?: string | undefined },
): Promise<number> {
  const { lang } = terminal;
  const id = args.positionals[0]!;
  const { field } = args.options;
  const waiting =
    field === undefined
      ? (await find(args, lang)).fields.filter(({ state }) => state === "waiting").map(({ pointer }) => pointer)
      : [field];
  if (waiting.length === 0) throw new UsageError(formatMessage(TEXTS.noneWaits[lang], { id }));
  const fields = waiting.map((pointer) => ({ pointer, ...reason }));
  const { body } = await findInstance(args, lang).request<Change>("POST", `${pathOf(id)}/decide`, { fields });
  return print(args, terminal, body!);
}

interface Page {
  readonly items: readonly Change[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

async function list(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const instance = findInstance(args, lang);
  const sellerId = integerOption(args, "seller", { min: 1, max: MAX_INT32, fallback: undefined }, lang);
  const { field } = args.options;
  const query = new URLSearchParams({
    size: "100",
    ...(sellerId === undefined ? {} : { sellerId: String(sellerId) }),
    ...(field === undefined ? {} : { field }),
  });
  const items: Change[] = [];
  let href: string | undefined = `/operator/v1/changes?${query.toString()}`;
  while (href !== undefined) {
    const page: Page | undefined = (await instance.request<Page>("GET", href)).body;
    items.push(...(page?.items ?? []));
    href = page?.links.find(({ rel }) => rel === "next")?.href;
  }
  if (wantsJson(args)) out.write(`${JSON.stringify(items)}\n`);
  else
    out.write(
      alignColumns(
        items.map((row) => [row.id, row.sku, row.createdAt, row.fields.map(({ pointer, state }) => `${pointer} ${state}`).join(", ")]),
      ),
    );
  return 0;
}

const TONES: Readonly<Record<string, "good" | "bad" | "warning">> = {
  approved: "good",
  auto_approved: "good",
  merged: "good",
  refused: "bad",
  criticized: "bad",
  stale: "warning",
};

function print(args: ParsedArguments, { out }: Terminal, found: Change): number {
  if (wantsJson(args)) out.write(`${JSON.stringify(found)}\n`);
  else {
    out.write(`${found.id}  ${found.sku}: ${found.state}\n`);
    const shown = ({ pointer, from, to, state }: Field) => [
      pointer,
      TONES[state] === undefined ? state : coloured(out, TONES[state], state),
      `${JSON.stringify(from)} > ${JSON.stringify(to)}`,
    ];
    out.write(alignColumns(found.fields.map(shown)));
  }
  return 0;
}
