import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { wantsJson, type Command, type Option, type Terminal } from "../command-line/command.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { createSellerApi, sendAs, type SellerApi } from "../client/seller-api.ts";
import { withTemporaryCredential } from "../client/temporary-credential.ts";
import { findInstance, sellerOrDefault } from "../command-line/instance.ts";
import { alignColumns } from "../command-line/columns.ts";
import { UsageError } from "../command-line/usage-error.ts";

const SELLER: Option = {
  name: "seller",
  value: "ID",
  meaning: {
    "pt-BR": "o lojista (padrão: o lojista pronto do sandbox)",
    en: "the seller (default: the sandbox's ready seller)",
  },
};

const CHANGE_FIELDS = "id kind breaking announcedAt effectiveAt subject description action affected? links".split(" ");
const AFFECTED_FIELDS = "sku status pointer received suggestion? critique links".split(" ");
const DEPRECATION_FIELDS = "code operation part? deprecatedAt sunsetAt instead guide calls applications".split(" ");

const TEXTS = {
  nothing: { "pt-BR": "nada anunciado", en: "nothing is announced" },
  unaffected: { "pt-BR": "nenhum produto é atingido", en: "no product is affected" },
  skus: { "pt-BR": "{skus} produtos", en: "{skus} products" },
  calls: { "pt-BR": "{calls} chamadas de {applications} aplicações", en: "{calls} calls of {applications} applications" },
  noNumber: { "pt-BR": "{received} não é o número de uma mudança", en: "{received} is not the number of a change" },
} as const satisfies Record<string, LocalizedText>;

/** `changes list`, `changes affected CHANGE`, `changes deprecations`: what may break integrations, and whom. */
export const changes: Command = {
  name: "changes",
  does: {
    "pt-BR": "Mostra o que pode quebrar integrações: dados, regras, API, credenciais.",
    en: "Shows what may break integrations: data, rules, API, credentials.",
  },
  actions: [
    {
      name: "list",
      does: { "pt-BR": "Lista o que foi anunciado a um lojista.", en: "Lists what was announced to a seller." },
      options: [SELLER, ...INSTANCE_OPTIONS],
      json: { as: "array", fields: CHANGE_FIELDS },
      examples: [
        { line: "changes list", does: { "pt-BR": "Tudo, em ordem de anúncio.", en: "Everything, in the order of announcement." } },
      ],
      run: list,
    },
    {
      name: "affected",
      does: { "pt-BR": "Lista os produtos que uma mudança atinge.", en: "Lists the products that a change affects." },
      positionals: [{ name: "CHANGE", meaning: { "pt-BR": "número da mudança", en: "the number of the change" } }],
      options: [SELLER, ...INSTANCE_OPTIONS],
      json: { as: "array", fields: AFFECTED_FIELDS },
      examples: [
        {
          line: "changes affected 31 --seller 1",
          does: { "pt-BR": "Os produtos, com o que trocar.", en: "The products, with what to change." },
        },
      ],
      run: affected,
    },
    {
      name: "deprecations",
      does: {
        "pt-BR": "Lista o que vai sair da API, e quem ainda o usa.",
        en: "Lists what will be removed from the API, and who still uses it.",
      },
      options: INSTANCE_OPTIONS,
      json: { as: "array", fields: DEPRECATION_FIELDS },
      examples: [{ line: "changes deprecations", does: { "pt-BR": "Por data de saída.", en: "By the date of removal." } }],
      run: deprecations,
    },
  ],
};

interface Change {
  readonly effectiveAt: string;
  readonly kind: string;
  readonly subject: string;
  readonly affected?: { readonly skus: number };
  readonly description: string;
}

async function list(args: ParsedArguments, terminal: Terminal): Promise<number> {
  const { lang } = terminal;
  const items = await asSeller(args, lang, [], (api) => listLinked<Change>(api, "/api/v1/changes?size=100"));
  const skusOf = ({ affected: totals }: Change) => (totals === undefined ? "" : formatMessage(TEXTS.skus[lang], { skus: totals.skus }));
  show(args, terminal, items, (item) => [item.effectiveAt, item.kind, item.subject, skusOf(item), item.description], TEXTS.nothing);
  return 0;
}

interface AffectedProduct {
  readonly sku: string;
  readonly status: string;
  readonly pointer: string;
  readonly received: unknown;
  readonly suggestion?: string;
}

async function affected(args: ParsedArguments, terminal: Terminal): Promise<number> {
  const { lang } = terminal;
  const change = args.positionals[0]!;
  if (!/^[1-9]\d{0,8}$/.test(change)) throw new UsageError(formatMessage(TEXTS.noNumber[lang], { received: change }));
  const path = `/api/v1/reference/changes/${change}/affected?size=100`;
  const items = await asSeller(args, lang, ["products"], (api) => listLinked<AffectedProduct>(api, path));
  const row = ({ sku, status, pointer, received, suggestion }: AffectedProduct) => [
    sku,
    status,
    pointer,
    String(received),
    suggestion === undefined ? "" : `-> ${suggestion}`,
  ];
  show(args, terminal, items, row, TEXTS.unaffected);
  return 0;
}

interface DeprecatedPart {
  readonly code: string;
  readonly operation: string;
  readonly part?: string;
  readonly sunsetAt: string;
  readonly calls: number;
  readonly applications: readonly object[];
}

async function deprecations(args: ParsedArguments, terminal: Terminal): Promise<number> {
  const { lang } = terminal;
  const { body } = await findInstance(args, lang).request<{ readonly items: readonly DeprecatedPart[] }>(
    "GET",
    "/operator/v1/deprecations",
  );
  const row = ({ sunsetAt, operation, part = "", calls, applications }: DeprecatedPart) => [
    sunsetAt,
    operation,
    part,
    formatMessage(TEXTS.calls[lang], { calls, applications: applications.length }),
  ];
  show(args, terminal, body?.items ?? [], row, TEXTS.nothing);
  return 0;
}

/** Runs `work` with the API of the chosen seller, under a temporary credential. */
function asSeller<Result>(
  args: ParsedArguments,
  lang: Lang,
  scopes: readonly string[],
  work: (api: SellerApi) => Promise<Result>,
): Promise<Result> {
  const instance = findInstance(args, lang);
  const sellerId = sellerOrDefault(args, instance, lang);
  const request = { name: "vitrine changes", ...(scopes.length === 0 ? {} : { scopes }) };
  return withTemporaryCredential(instance, sellerId, request, (credential) =>
    work(createSellerApi(sendAs(instance.url, credential, lang))),
  );
}

interface LinkedPage<Item> {
  readonly items: readonly Item[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

/** All items of a list, page by page along `next`. */
async function listLinked<Item>(api: SellerApi, first: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const page: LinkedPage<Item> | undefined = await api.request<LinkedPage<Item>>("GET", path);
    items.push(...(page?.items ?? []));
    path = page?.links.find(({ rel }) => rel === "next")?.href;
  }
  return items;
}

function show<Item>(
  args: ParsedArguments,
  { lang, out }: Terminal,
  items: readonly Item[],
  row: (item: Item) => readonly string[],
  none: LocalizedText,
): void {
  if (wantsJson(args)) out.write(`${JSON.stringify(items)}\n`);
  else out.write(items.length === 0 ? `${none[lang]}\n` : alignColumns(items.map(row)));
}
