import { wantsJson, type Command, type JsonForm, type Option, type Terminal } from "../command-line/command.ts";
import { findInstance, type Instance } from "../command-line/instance.ts";
import { integerOption, MAX_INT32 } from "../command-line/option-values.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { OPERATIONS } from "../openapi/all-operations.ts";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import {
  callRulesFromOptions,
  eventRulesFromOptions,
  faultRulesText,
  hasSameScope,
  scopeFromOptions,
  type FaultRules,
} from "../programs/faults/index.ts";
import { FAULT_STATUSES, type CallRule, type EventRule } from "../sandbox/index.ts";

const FAULTS = "/operator/v1/faults";

const NOTHING_TO_SET: LocalizedText = { "pt-BR": "diga o que deve falhar: {allowed}", en: "say what should fail: {allowed}" };

const FORM: JsonForm = { as: "object", fields: ["http", "events", "links"] };
const SEED: Option = {
  name: "seed",
  value: "7",
  meaning: { "pt-BR": "a mesma semente atinge as mesmas chamadas e eventos", en: "the same seed affects the same calls and events" },
};
const SELLER: Option = { name: "seller", value: "ID", meaning: { "pt-BR": "só deste lojista", en: "only this seller" } };
const TIME = { value: "2s" } as const;
const SHARE = { value: "5%" } as const;

/** One option for each status that the fault rules can inject. */
const STATUS_OPTIONS: readonly Option[] = FAULT_STATUSES.map(({ status, text }) => ({
  name: String(status),
  ...SHARE,
  meaning: { "pt-BR": `responde a esta parte com ${status}: ${text["pt-BR"]}`, en: `answers this share with ${status}: ${text.en}` },
}));
const CALL_OPTIONS: readonly Option[] = [
  ...STATUS_OPTIONS,
  {
    name: "latency",
    ...TIME,
    meaning: { "pt-BR": "atrasa as respostas; 2s:10% atrasa uma parte", en: "delays answers; 2s:10% delays a share" },
  },
  {
    name: "cut",
    ...SHARE,
    meaning: { "pt-BR": "corta a conexão desta parte, sem resposta", en: "drops the connection of this share, without an answer" },
  },
];
const EVENT_OPTIONS: readonly Option[] = [
  { name: "drop", value: "30%", meaning: { "pt-BR": "não envia esta parte", en: "does not send this share" } },
  { name: "dup", value: "10%", meaning: { "pt-BR": "envia esta parte duas vezes", en: "sends this share twice" } },
  { name: "shuffle", meaning: { "pt-BR": "envia fora de ordem", en: "sends out of order" } },
  {
    name: "within",
    value: "3s",
    meaning: { "pt-BR": "quanto uma fora de ordem espera, no máximo", en: "longest delay of one that is out of order" },
  },
  { name: "delay", ...TIME, meaning: { "pt-BR": "envia mais tarde; 2s:10% atrasa uma parte", en: "sends later; 2s:10% delays a share" } },
];

/** `fault http --429 5%`, `fault events --drop 30%`, `fault show`, `fault off`: injects faults into a sandbox (decisions 8). */
export const fault: Command = {
  name: "fault",
  does: {
    "pt-BR": "Faz chamadas de lojistas e notificações do sandbox falharem de propósito; mostra e retira as falhas.",
    en: "Makes sellers' calls and notifications of the sandbox fail on purpose; shows and removes the faults.",
  },
  actions: [
    {
      name: "show",
      does: { "pt-BR": "Mostra o que falha de propósito.", en: "Shows what fails on purpose." },
      options: INSTANCE_OPTIONS,
      json: FORM,
      examples: [{ line: "fault show", does: { "pt-BR": "Uma linha por regra.", en: "One line per rule." } }],
      run: (args, terminal) => showRules(args, terminal, (instance) => requestRules(instance, "GET", FAULTS)),
    },
    {
      name: "http",
      does: {
        "pt-BR":
          "Faz chamadas de lojistas falharem a partir de agora. Cada resposta atingida diz isso no cabeçalho Vitrine-Fault. Substitui as regras da mesma operação e do mesmo lojista.",
        en: "Makes sellers' calls fail from now on. Each affected answer says so in the header Vitrine-Fault. Replaces the rules of the same operation and seller.",
      },
      options: [
        ...CALL_OPTIONS,
        {
          name: "after",
          meaning: {
            "pt-BR": "500, 503 e cortes vêm depois da execução da chamada: só a resposta se perde",
            en: "500, 503 and cuts happen after the call was carried out: only its answer is lost",
          },
        },
        {
          name: "retry-after",
          ...TIME,
          meaning: { "pt-BR": "o Retry-After de 429 e 503", en: "the Retry-After of 429 and 503" },
        },
        {
          name: "operation",
          value: "ID",
          values: OPERATIONS.flatMap(({ id, audience }) => (audience === "seller" ? [id] : [])),
          meaning: { "pt-BR": "só esta operação (operationId)", en: "only this operation (operationId)" },
        },
        SELLER,
        SEED,
        ...INSTANCE_OPTIONS,
      ],
      json: FORM,
      examples: [
        {
          line: "fault http --429 5% --500 1% --latency 2s",
          does: { "pt-BR": "Uma API num mau dia.", en: "An API on a bad day." },
        },
        {
          line: "fault http --cut 50% --after --operation putInvoiced",
          does: { "pt-BR": "Notas registradas cuja resposta se perde.", en: "Invoices that are registered but whose answer is lost." },
        },
      ],
      run: (args, terminal) => setCallRules(args, terminal),
    },
    {
      name: "events",
      does: {
        "pt-BR":
          "Faz notificações falharem a partir de agora. O feed de eventos continua completo. Substitui as regras do mesmo lojista e endpoint.",
        en: "Makes notifications fail from now on. The event feed stays complete. Replaces the rules of the same seller and endpoint.",
      },
      options: [
        ...EVENT_OPTIONS,
        SELLER,
        { name: "endpoint", value: "ID", meaning: { "pt-BR": "só deste endpoint", en: "only this endpoint" } },
        SEED,
        ...INSTANCE_OPTIONS,
      ],
      json: FORM,
      examples: [
        {
          line: "fault events --drop 30% --dup 10% --shuffle",
          does: { "pt-BR": "O que todo receptor precisa suportar.", en: "What every receiver must survive." },
        },
      ],
      run: (args, terminal) => setEventRules(args, terminal),
    },
    {
      name: "off",
      does: { "pt-BR": "Retira todas as falhas.", en: "Removes all faults." },
      options: INSTANCE_OPTIONS,
      json: FORM,
      examples: [{ line: "fault off", does: { "pt-BR": "Tudo volta ao normal.", en: "Back to normal." } }],
      run: (args, terminal) => showRules(args, terminal, (instance) => requestRules(instance, "DELETE", FAULTS)),
    },
  ],
};

/** Runs `work` and prints the rules that it returns. */
async function showRules(args: ParsedArguments, terminal: Terminal, work: (instance: Instance) => Promise<FaultRules>): Promise<number> {
  const rules = await work(findInstance(args, terminal.lang));
  terminal.out.write(wantsJson(args) ? `${JSON.stringify(rules)}\n` : faultRulesText(rules, terminal));
  return 0;
}

const requestRules = async (instance: Instance, method: string, path: string, body?: object): Promise<FaultRules> =>
  (await instance.request<FaultRules>(method, path, body)).body!;

const setCallRules = (args: ParsedArguments, terminal: Terminal): Promise<number> =>
  setRules(args, terminal, { target: "http", options: CALL_OPTIONS, rules: callRulesFromOptions(args, FAULT_STATUSES, terminal.lang) });

const setEventRules = (args: ParsedArguments, terminal: Terminal): Promise<number> =>
  setRules(args, terminal, { target: "events", options: EVENT_OPTIONS, rules: eventRulesFromOptions(args, terminal.lang) });

interface NewRules {
  readonly target: keyof FaultRules;
  /** The options that can define faults. The error names them if none was given. */
  readonly options: readonly Option[];
  readonly rules: readonly (CallRule | EventRule)[];
}

/** Replaces the rules that have the same scope as the options. Keeps the rules of other scopes. */
function setRules(args: ParsedArguments, terminal: Terminal, { target, options, rules }: NewRules): Promise<number> {
  const { lang } = terminal;
  if (rules.length === 0) throw nothingToSet(options, lang);
  const scope = scopeFromOptions(args, lang);
  const newSeed = integerOption(args, "seed", { min: 0, max: MAX_INT32, fallback: undefined }, lang);
  return showRules(args, terminal, async (instance) => {
    const { seed, rules: existing } = (await requestRules(instance, "GET", FAULTS))[target];
    const others = existing.filter((rule) => !hasSameScope(rule, scope));
    const plan = { seed: newSeed ?? seed, rules: [...others, ...rules.map((rule) => ({ ...rule, ...scope }))] };
    return requestRules(instance, "PUT", `${FAULTS}/${target}`, plan);
  });
}

const nothingToSet = (options: readonly Option[], lang: Lang) =>
  new UsageError(formatMessage(NOTHING_TO_SET[lang], { allowed: options.map(({ name }) => `--${name}`).join(", ") }));
