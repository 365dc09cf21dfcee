import { randomDigits } from "../platform/basics/random.ts";
import type { LocalizedText } from "../platform/contract/errors.ts";
import { UsageFault } from "./arguments.ts";
import { INSTANCE_OPTIONS, wantsJson, type Command, type Terminal } from "./command.ts";
import { Declined } from "./http-client.ts";
import { findInstance, type Instance } from "./instance.ts";
import { EXIT_CODES } from "./line/exit-codes.ts";
import { interruption } from "./line/interruption.ts";
import { bar, createProgressLine, duration } from "./line/progress.ts";
import { createCast, type LoadSeller } from "./load/cast.ts";
import { generate } from "./load/generator.ts";
import { createMeter } from "./load/meter.ts";
import { arrivals, askedRate, type Plan } from "./load/mix.ts";
import { reportOf, reportText } from "./load/report.ts";
import { carryOut } from "./load/traffic.ts";
import { decimalOption, LARGEST_WHOLE, wholeOption } from "./usage.ts";

const TEXTS = {
  setUp: { "pt-BR": "produtos à venda", en: "products on sale" },
  left: { "pt-BR": "chamadas, faltam", en: "calls, left:" },
  elsewhere: { "pt-BR": "{url} não é um sandbox; load só cria carga num sandbox", en: "{url} is no sandbox; load only loads a sandbox" },
} as const satisfies Record<string, LocalizedText>;

/** `load`: the day of many integrations against a sandbox, as an open loop (domain 6). */
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
    const { lang } = terminal;
    const plan = {
      seconds: 60 * decimalOption(args, "minutes", { least: 0.01, most: 1_440, otherwise: 1 }, lang),
      rate: decimalOption(args, "rate", { least: 0.1, most: 10_000, otherwise: 40 }, lang),
      factor: decimalOption(args, "factor", { least: 0, most: 100, otherwise: 1 }, lang),
      seed: wholeOption(args, "seed", { least: 0, most: LARGEST_WHOLE, otherwise: 1 }, lang),
    };
    const size = {
      sellers: wholeOption(args, "sellers", { least: 1, most: 10_000, otherwise: 10 }, lang),
      products: wholeOption(args, "products", { least: 1, most: 10_000, otherwise: 30 }, lang),
      perMinute: wholeOption(args, "per-minute", { least: 1, most: 10_000_000, otherwise: 1_000_000 }, lang),
    };
    const instance = findInstance(args, lang);
    await expectSandbox(instance, terminal);
    const { signal, release } = interruption();
    try {
      const sellers = await setUp(instance, { ...size, signal }, terminal);
      const came = await loaded(instance, plan, sellers, signal, terminal);
      const report = reportOf(came.meter, { ...plan, ...came.facts, sellers: size.sellers, products: size.products });
      terminal.out.write(wantsJson(args) ? `${JSON.stringify(report)}\n` : reportText(report, lang, terminal.out));
      if (report.interrupted) return EXIT_CODES.interrupted.code;
      return report.failed + report.unsent > 0 ? EXIT_CODES.failed.code : EXIT_CODES.done.code;
    } catch (error) {
      // Nothing was loaded yet, so there is nothing to report.
      if (signal.aborted) return EXIT_CODES.interrupted.code;
      throw error;
    } finally {
      release();
    }
  },
};

/** Throws when it is a marketplace in production: nothing made there is ever taken back. The sandbox alone has a clock to show. */
async function expectSandbox(instance: Instance, { lang }: Terminal): Promise<void> {
  const { status } = await instance.ask("GET", "/operator/v1/clock").catch((error: unknown) => {
    if (error instanceof Declined && error.status === 404) return { status: error.status };
    throw error;
  });
  if (status === 404) throw new UsageFault(TEXTS.elsewhere[lang].replace("{url}", instance.url));
}

async function setUp(
  instance: Instance,
  size: { readonly sellers: number; readonly products: number; readonly perMinute: number; readonly signal: AbortSignal },
  { lang, err }: Terminal,
): Promise<readonly LoadSeller[]> {
  const line = createProgressLine(err, () => performance.now());
  const all = size.sellers * size.products;
  let sent = 0;
  const onProduct = () => {
    sent += 1;
    line.show(() => `${bar(sent / all)}  ${sent}/${all} ${TEXTS.setUp[lang]}`, sent === all);
  };
  try {
    return await createCast(instance, { ...size, mark: randomDigits(6), lang, onProduct });
  } finally {
    line.end();
  }
}

async function loaded(instance: Instance, plan: Plan, sellers: readonly LoadSeller[], signal: AbortSignal, { lang, err }: Terminal) {
  const began = performance.now();
  const now = () => performance.now() - began;
  const endMs = plan.seconds * 1_000;
  const meter = createMeter(now);
  const line = createProgressLine(err, now);
  const show = () => {
    const left = Math.max(0, endMs - now()) / 1_000;
    line.show(() => `${bar(Math.min(1, now() / endMs))}  ${meter.late.count} ${TEXTS.left[lang]} ${duration(left)}`);
  };
  const traffic = { instance, sellers, meter, seed: plan.seed, now, endMs, signal };
  const { unsent } = await generate({
    schedule: arrivals(plan),
    now,
    endMs,
    signal,
    carryOut: async (arrival) => {
      await carryOut(traffic, arrival);
      show();
    },
  });
  line.end();
  const seconds = signal.aborted ? Math.min(plan.seconds, now() / 1_000) : plan.seconds;
  return { meter, facts: { seconds, askedPerSecond: askedRate(plan), unsent, interrupted: signal.aborted } };
}
