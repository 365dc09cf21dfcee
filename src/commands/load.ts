import { isSandbox } from "../client/operator-api.ts";
import { wantsJson, type Command } from "../command-line/command.ts";
import { EXIT_CODES } from "../command-line/exit-codes.ts";
import { findInstance } from "../command-line/instance.ts";
import { interruptSignal } from "../command-line/interrupt-signal.ts";
import { decimalOption, integerOption, MAX_INT32 } from "../command-line/option-values.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import { reportText, runLoad } from "../programs/load/index.ts";

const NO_SANDBOX: LocalizedText = {
  "pt-BR": "{url} não é um sandbox; load só roda contra um sandbox",
  en: "{url} is not a sandbox; load runs against a sandbox only",
};

/** `load`: generates the traffic of many integrations against a sandbox, as an open loop: calls do not wait for earlier answers. */
export const load: Command = {
  name: "load",
  does: {
    "pt-BR":
      "Gera num sandbox o tráfego de muitas integrações, com lojistas e produtos próprios, e mede cada operação. Cada chamada começa na sua hora, mesmo que a anterior não tenha sido respondida, e é medida desde essa hora. Nenhuma espera pela cota: respostas 429 são contadas à parte.",
    en: "Generates the traffic of many integrations in a sandbox, with its own sellers and products, and measures each operation. Every call starts when it is due, even when earlier ones were not answered, and is measured from that time. No call waits for its quota: 429 are counted separately.",
  },
  options: [
    { name: "minutes", value: "1", meaning: { "pt-BR": "por quanto tempo; pode ser 0.5", en: "for how long; may be 0.5" } },
    { name: "rate", value: "40", meaning: { "pt-BR": "chamadas por segundo num dia comum", en: "calls per second on an ordinary day" } },
    {
      name: "factor",
      value: "1",
      meaning: {
        "pt-BR": "quantas vezes mais compras que num dia comum; uma Black Friday teve 6.1",
        en: "how many times more shopping than on an ordinary day; one Black Friday had 6.1",
      },
    },
    {
      name: "sellers",
      value: "10",
      meaning: {
        "pt-BR": "lojistas; um décimo deles tem 70 % do tráfego, metade está atrás de um hub",
        en: "sellers; a tenth of them has 70 % of the traffic, half are behind one hub",
      },
    },
    { name: "products", value: "30", meaning: { "pt-BR": "produtos de cada lojista", en: "products of each seller" } },
    {
      name: "per-minute",
      value: "1000000",
      meaning: {
        "pt-BR": "cota de cada credencial; 250 mostra as cotas agindo",
        en: "quota of each credential; 250 shows the quotas at work",
      },
    },
    {
      name: "seed",
      value: "1",
      meaning: { "pt-BR": "a mesma semente gera o mesmo tráfego", en: "the same seed generates the same traffic" },
    },
    ...INSTANCE_OPTIONS,
  ],
  json: {
    as: "object",
    fields: [
      ..."seconds rate factor sellers products seed askedPerSecond sentPerSecond calls succeeded limited refused failed".split(" "),
      ..."unsent interrupted latencyMs lateMs operations".split(" "),
    ],
  },
  exits: {
    failed: {
      "pt-BR": "alguma chamada teve 5xx, ficou sem resposta ou não pôde começar",
      en: "a call got a 5xx, got no answer or could not start",
    },
    interrupted: { "pt-BR": "Ctrl-C; o relatório vai até aí", en: "Ctrl-C; the report covers the time until then" },
  },
  examples: [
    { line: "load", does: { "pt-BR": "Um minuto de um dia comum num notebook.", en: "A minute of an ordinary day on a laptop." } },
    {
      line: "load --minutes 10 --rate 200 --factor 6.1 --sellers 100 --json > carga.json",
      does: { "pt-BR": "Black Friday; o progresso continua na tela.", en: "Black Friday; the progress stays on the screen." },
    },
    {
      line: "load --rate 100 --per-minute 250",
      does: { "pt-BR": "Quem passa da cota recebe 429.", en: "Callers who exceed the quota get 429." },
    },
  ],
  async run(args, terminal) {
    const { lang, out } = terminal;
    const request = requestOf(args, lang);
    const instance = findInstance(args, lang);
    // Sellers and products cannot be deleted, so a load never runs in production.
    if (!(await isSandbox(instance))) throw new UsageError(formatMessage(NO_SANDBOX[lang], { url: instance.url }));
    const { signal, release } = interruptSignal();
    try {
      const report = await runLoad(instance, request, signal, terminal);
      out.write(wantsJson(args) ? `${JSON.stringify(report)}\n` : reportText(report, lang, out));
      if (report.interrupted) return EXIT_CODES.interrupted.code;
      return report.failed + report.unsent > 0 ? EXIT_CODES.failed.code : EXIT_CODES.done.code;
    } catch (error) {
      // The load was interrupted before its first call, so there is nothing to report.
      if (signal.aborted) return EXIT_CODES.interrupted.code;
      throw error;
    } finally {
      release();
    }
  },
};

const requestOf = (args: ParsedArguments, lang: Lang) => ({
  seconds: 60 * decimalOption(args, "minutes", { min: 0.01, max: 1_440, fallback: 1 }, lang),
  rate: decimalOption(args, "rate", { min: 0.1, max: 10_000, fallback: 40 }, lang),
  factor: decimalOption(args, "factor", { min: 0, max: 100, fallback: 1 }, lang),
  seed: integerOption(args, "seed", { min: 0, max: MAX_INT32, fallback: 1 }, lang),
  sellers: integerOption(args, "sellers", { min: 1, max: 10_000, fallback: 10 }, lang),
  products: integerOption(args, "products", { min: 1, max: 10_000, fallback: 30 }, lang),
  perMinute: integerOption(args, "per-minute", { min: 1, max: 10_000_000, fallback: 1_000_000 }, lang),
});
