import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { wantsJson, type Command, type JsonForm, type Option, type Terminal, type Positional } from "../command-line/command.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { listAll } from "../client/operator-api.ts";
import { findInstance } from "../command-line/instance.ts";
import { coloured } from "../command-line/colours.ts";
import { alignColumns } from "../command-line/columns.ts";
import { MAX_INT32, integerOption } from "../command-line/option-values.ts";
import { UsageError } from "../command-line/usage-error.ts";

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
const TOKEN: Positional = { name: "TOKEN", meaning: { "pt-BR": "a reserva", en: "the claim" } };
const RULE: Positional = { name: "RULE", meaning: { "pt-BR": "a regra de aprovação", en: "the approval rule" } };
const DEPARTMENT: Option = {
  name: "department",
  value: "NAME",
  meaning: { "pt-BR": "só deste departamento", en: "only of this department" },
};
const SECONDS: Option = {
  name: "seconds",
  value: "300",
  meaning: { "pt-BR": "por quanto tempo, até 900", en: "for how long, at most 900" },
};
const CLAIM_STATE_JSON: JsonForm = { as: "object", fields: ["claimToken", "leaseUntil?", "items", "links"] };
const RULE_JSON: JsonForm = {
  as: "object",
  fields: "ruleId name when enabled enabledAt? proven? samples switchedOffAt? version changedAt changedBy links".split(" "),
};

const ONE_SELLER: Option = {
  name: "seller",
  value: "ID",
  meaning: { "pt-BR": "só os produtos deste lojista", en: "only this seller's products" },
};
const QUEUED_FIELDS =
  "sellerId sku changeRequestId? name department productType brand images warnings since ageSeconds dueAt late version links".split(" ");

/** `review ...`: shows and decides the catalogue's review queue, and measures it (decisions 8). */
export const review: Command = {
  name: "review",
  does: {
    "pt-BR": "Mostra e decide a fila da revisão do catálogo; prova e liga regras de aprovação.",
    en: "Shows and decides the catalogue's review queue; tries and enables approval rules.",
  },
  actions: [
    {
      name: "list",
      does: { "pt-BR": "Mostra a fila da revisão.", en: "Shows the review queue." },
      options: [ONE_SELLER, DEPARTMENT, ...INSTANCE_OPTIONS],
      json: { as: "array", fields: QUEUED_FIELDS },
      examples: [{ line: "review list", does: { "pt-BR": "Tudo o que espera uma decisão.", en: "Everything that waits for a decision." } }],
      run: list,
    },
    {
      name: "approve",
      does: { "pt-BR": "Aprova um produto em catalogação: ele vai à venda.", en: "Approves a product in cataloguing: it goes on sale." },
      positionals: [SKU],
      options: [SELLER, CLAIM, ...INSTANCE_OPTIONS],
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
    },
    {
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
    },
    {
      name: "renew",
      does: { "pt-BR": "Prolonga uma reserva.", en: "Extends a claim." },
      positionals: [TOKEN],
      options: [SECONDS, ...INSTANCE_OPTIONS],
      json: CLAIM_STATE_JSON,
      examples: [{ line: "review renew clm_1 --seconds 600", does: { "pt-BR": "Mais dez minutos.", en: "Ten more minutes." } }],
      run: renew,
    },
    {
      name: "release",
      does: { "pt-BR": "Devolve o que resta de uma reserva.", en: "Gives back what is left of a claim." },
      positionals: [TOKEN],
      options: INSTANCE_OPTIONS,
      json: CLAIM_STATE_JSON,
      examples: [{ line: "review release clm_1", does: { "pt-BR": "O resto volta à fila.", en: "The rest returns to the queue." } }],
      run: release,
    },
    {
      name: "undo",
      does: { "pt-BR": "Desfaz uma decisão de até 60 segundos atrás.", en: "Undoes a decision of the last 60 seconds." },
      positionals: [{ name: "DECISION", meaning: { "pt-BR": "a decisão, como rvd_1001_57", en: "the decision, such as rvd_1001_57" } }],
      options: INSTANCE_OPTIONS,
      json: STATUS_JSON,
      examples: [
        { line: "review undo rvd_1001_57", does: { "pt-BR": "O produto volta à fila.", en: "The product returns to the queue." } },
      ],
      run: undo,
    },
    {
      name: "summary",
      does: { "pt-BR": "Mostra a fila em números.", en: "Shows the queue in numbers." },
      options: INSTANCE_OPTIONS,
      json: {
        as: "object",
        fields:
          "waiting late held oldestSince? nextDueAt? byAge byDepartment byRisk decidedPerHour waitP50Seconds? waitP95Seconds? reviewers links".split(
            " ",
          ),
      },
      examples: [{ line: "review summary", does: { "pt-BR": "O que espera, e quanto.", en: "What waits, and how long." } }],
      run: summary,
    },
    {
      name: "rules",
      does: { "pt-BR": "Lista as regras de aprovação automática.", en: "Lists the rules for automatic approval." },
      options: INSTANCE_OPTIONS,
      json: { as: "array", fields: RULE_JSON.fields },
      examples: [{ line: "review rules", does: { "pt-BR": "As regras e as suas amostras.", en: "The rules and their samples." } }],
      run: rules,
    },
    {
      name: "try",
      does: {
        "pt-BR": "Testa uma regra nas últimas decisões de pessoas.",
        en: "Tries a rule on the last decisions by people.",
      },
      positionals: [RULE],
      options: INSTANCE_OPTIONS,
      json: { as: "object", fields: "ruleId decisions matched agreed precision? lower95 provable disagreements links".split(" ") },
      examples: [
        {
          line: "review try clean_known_seller",
          does: { "pt-BR": "Quantas vezes a regra teria acertado.", en: "How often the rule was right." },
        },
      ],
      run: tryRule,
    },
    ...(["enable", "disable"] as const).map((name) => ({
      name,
      does:
        name === "enable"
          ? { "pt-BR": "Põe em vigor uma regra que se provou.", en: "Puts a rule in force that proved itself." }
          : { "pt-BR": "Tira uma regra de vigor.", en: "Puts a rule out of force." },
      positionals: [RULE],
      options: INSTANCE_OPTIONS,
      json: RULE_JSON,
      examples: [
        {
          line: `review ${name} clean_known_seller`,
          does:
            name === "enable"
              ? { "pt-BR": "A regra aprova, se já se provou.", en: "The rule approves, if it has proved itself." }
              : { "pt-BR": "A regra já não aprova nada.", en: "The rule approves nothing any more." },
        },
      ],
      run: (args: ParsedArguments, terminal: Terminal) => switchRule(args, terminal, name === "enable"),
    })),
  ],
};

const sellerOf = (args: ParsedArguments, lang: Lang) =>
  integerOption(args, "seller", { min: 1, max: MAX_INT32, fallback: undefined }, lang);

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

interface Queued {
  readonly sellerId: number;
  readonly sku: string;
  /** Of a change request. */
  readonly changeRequestId?: string;
  readonly name: string;
  readonly since: string;
  readonly late: boolean;
}

/** The product, and the change request if it is one that waits. */
const itemOf = ({ sku, changeRequestId = "" }: Pick<Queued, "sku" | "changeRequestId">): readonly string[] => [sku, changeRequestId];

const LATE = { "pt-BR": "atrasado", en: "late" } as const;

async function list(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const query = new URLSearchParams();
  const sellerId = sellerOf(args, lang);
  if (sellerId !== undefined) query.set("sellerId", String(sellerId));
  const { department } = args.options;
  if (department !== undefined) query.set("department", department);
  const path = `/operator/v1/reviews${query.size === 0 ? "" : `?${query.toString()}`}`;
  const queue = await listAll<Queued>(findInstance(args, lang), path);
  if (wantsJson(args)) out.write(`${JSON.stringify(queue)}\n`);
  else
    out.write(
      alignColumns(
        queue.map((row) => [String(row.sellerId), ...itemOf(row), row.since, row.late ? coloured(out, "bad", LATE[lang]) : "", row.name]),
      ),
    );
  return 0;
}

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

async function undo(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const request = { decisionId: args.positionals[0]! };
  const { body } = await findInstance(args, lang).request<Status>("POST", "/operator/v1/reviews/undo", request);
  writeStatus(args, out, body!);
  return 0;
}

/** Prints the numbers of the summary, a name and a value per line. Lists are in the JSON output only. */
async function summary(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const { body } = await findInstance(args, lang).request<Readonly<Record<string, unknown>>>("GET", "/operator/v1/reviews/summary");
  if (wantsJson(args)) out.write(`${JSON.stringify(body)}\n`);
  else out.write(alignColumns(Object.entries(body!).flatMap(([name, value]) => (Array.isArray(value) ? [] : [[name, String(value)]]))));
  return 0;
}

interface Rule {
  readonly ruleId: string;
  readonly name: string;
  readonly when: object;
  readonly enabled: boolean;
  readonly version: number;
}
const RULES_PATH = "/operator/v1/review-rules";
const ON = { "pt-BR": "em vigor", en: "in force" } as const;

async function rules(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const { body } = await findInstance(args, lang).request<{ readonly items: readonly Rule[] }>("GET", RULES_PATH);
  const { items } = body!;
  if (wantsJson(args)) out.write(`${JSON.stringify(items)}\n`);
  else out.write(alignColumns(items.map((rule) => [rule.ruleId, rule.enabled ? coloured(out, "good", ON[lang]) : "", rule.name])));
  return 0;
}

interface Trial {
  readonly matched: number;
  readonly agreed: number;
  readonly lower95: number;
  readonly provable: boolean;
}
const TRIED = {
  "pt-BR": { yes: "pode entrar em vigor", no: "ainda não se provou" },
  en: { yes: "may be put in force", no: "has not proved itself yet" },
} as const;

async function tryRule(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const path = `${RULES_PATH}/${encodeURIComponent(args.positionals[0]!)}/try`;
  const { body } = await findInstance(args, lang).request<Trial>("POST", path);
  const { agreed, matched, lower95, provable } = body!;
  if (wantsJson(args)) out.write(`${JSON.stringify(body)}\n`);
  else out.write(`${agreed}/${matched}  >= ${lower95}  ${TRIED[lang][provable ? "yes" : "no"]}\n`);
  return 0;
}

const NO_RULE: LocalizedText = { "pt-BR": "não há a regra {name}; veja review rules", en: "there is no rule {name}; see review rules" };

/** Puts a rule in or out of force. The rest of it stays as it is. */
async function switchRule(args: ParsedArguments, { lang, out }: Terminal, enabled: boolean): Promise<number> {
  const instance = findInstance(args, lang);
  const name = args.positionals[0]!;
  const { body: all } = await instance.request<{ readonly items: readonly Rule[] }>("GET", RULES_PATH);
  const rule = all!.items.find(({ ruleId }) => ruleId === name);
  if (rule === undefined) throw new UsageError(formatMessage(NO_RULE[lang], { name }));
  const { body } = await instance.request<Rule>("PUT", `${RULES_PATH}/${name}`, { name: rule.name, when: rule.when, enabled });
  if (wantsJson(args)) out.write(`${JSON.stringify(body)}\n`);
  else out.write(alignColumns([[name, body!.enabled ? ON[lang] : "-"]]));
  return 0;
}
