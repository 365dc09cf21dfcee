import { isSandbox } from "../client/operator-api.ts";
import { wantsJson, type Command } from "../command-line/command.ts";
import { EXIT_CODES } from "../command-line/exit-codes.ts";
import { findInstance } from "../command-line/instance.ts";
import { interruptSignal } from "../command-line/interrupt-signal.ts";
import { decimalOption, integerOption, MAX_INT32 } from "../command-line/option-values.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/errors.ts";
import { reportText, runLoad } from "../programs/load/index.ts";

const NO_SANDBOX: LocalizedText = {
  "pt-BR": "{url} não é um sandbox; load só cria carga num sandbox",
  en: "{url} is no sandbox; load only loads a sandbox",
};

/** `load`: generates the traffic of many integrations against a sandbox, as an open loop (domain 6). */
export const load: Command = {
  name: "load",
  does: {
    "pt-BR":
      "Gera num sandbox o tráfego de muitas integrações, com lojistas e produtos próprios, e mede cada operação. Cada chamada começa na sua hora, respondida ou não a anterior, e conta desde essa hora. Nada espera por cota: 429 são contados à parte.",
    en: "Makes the traffic of many integrations in a sandbox, with sellers and products of its own, and measures each operation. Every call begins when it is due, whether those before were answered or not, and counts from then. Nothing waits for quotas: 429 are counted apart.",
  },
  options: [
    { name: "minutes", value: "1", meaning: { "pt-BR": "por quanto tempo; pode ser 0.5", en: "for how long; may be 0.5" } },
    { name: "rate", value: "40", meaning: { "pt-BR": "chamadas por segundo num dia comum", en: "calls per second on a plain day" } },
    {
      name: "factor",
      value: "1",
      meaning: {
        "pt-BR": "quantas vezes mais compras que num dia comum; a Black Friday medida foi 6.1",
        en: "how many times more shopping than on a plain day; the Black Friday that was measured had 6.1",
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
      meaning: { "pt-BR": "cota de cada credencial; 250 mostra as cotas agindo", en: "quota of each credential; 250 shows quotas at work" },
    },
    { name: "seed", value: "1", meaning: { "pt-BR": "a mesma semente sorteia o mesmo", en: "the same seed draws the same" } },
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
      "pt-BR": "alguma chamada teve 5xx ou ficou sem resposta, ou não pôde começar",
      en: "some call got a 5xx or no answer, or could not begin",
    },
    interrupted: { "pt-BR": "Ctrl-C; o relatório é do que houve até ali", en: "Ctrl-C; the report is of what was until then" },
  },
  examples: [
    { line: "load", does: { "pt-BR": "Um minuto de um dia comum num notebook.", en: "A minute of a plain day on a laptop." } },
    {
      line: "load --minutes 10 --rate 200 --factor 6.1 --sellers 100 --json > carga.json",
      does: { "pt-BR": "Black Friday; o progresso continua na tela.", en: "Black Friday; the progress stays on the screen." },
    },
    {
      line: "load --rate 100 --per-minute 250",
      does: { "pt-BR": "Quem passa da cota recebe 429.", en: "Who exceeds the quota gets 429." },
    },
  ],
  async run(args, terminal) {
    const { lang, out } = terminal;
    const request = requestOf(args, lang);
    const instance = findInstance(args, lang);
    // Nothing that a load creates can be deleted, so production is refused.
    if (!(await isSandbox(instance))) throw new UsageError(formatMessage(NO_SANDBOX[lang], { url: instance.url }));
    const { signal, release } = interruptSignal();
    try {
      const report = await runLoad(instance, request, signal, terminal);
      out.write(wantsJson(args) ? `${JSON.stringify(report)}\n` : reportText(report, lang, out));
      if (report.interrupted) return EXIT_CODES.interrupted.code;
      return report.failed + report.unsent > 0 ? EXIT_CODES.failed.code : EXIT_CODES.done.code;
    } catch (error) {
      // Interrupted before the first call: there is nothing to report.
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
