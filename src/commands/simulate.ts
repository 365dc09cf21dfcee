import type { Lang } from "../platform/contract/index.ts";
import { MODES, SIMULATOR_NAMES } from "../sandbox/index.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { wantsJson, type Command, type Terminal } from "../command-line/command.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { findInstance, sellerOrDefault } from "../command-line/instance.ts";
import { unknownName } from "../command-line/unknown-name.ts";
import { alignColumns } from "../command-line/columns.ts";
import { decimalOption, MAX_INT32, integerOption } from "../command-line/option-values.ts";

const MAX_PACE = 100;

/** `simulate automatic`, `simulate show`: sets or shows the simulators for a seller of a sandbox. */
export const simulate: Command = {
  name: "simulate",
  does: {
    "pt-BR": "Mostra, liga e desliga os compradores, o banco, a análise de risco, as transportadoras e os revisores simulados do sandbox.",
    en: "Shows and switches the simulated shoppers, bank, risk analysis, carriers and reviewers of the sandbox.",
  },
  positionals: [
    {
      name: "MODE",
      optional: true,
      values: ["show", ...MODES],
      meaning: {
        "pt-BR": "automatic = agem sozinhos; manual = só quando pedem; off = nunca (padrão: show)",
        en: "automatic = they act by themselves; manual = only when asked; off = never (default: show)",
      },
    },
  ],
  options: [
    {
      name: "only",
      value: "payment,carriers",
      meaning: { "pt-BR": `só estes: ${SIMULATOR_NAMES.join(", ")}`, en: `only these: ${SIMULATOR_NAMES.join(", ")}` },
    },
    {
      name: "pace",
      value: "0.01",
      meaning: {
        "pt-BR": "quanto demoram: 1 = como no comércio, 0.01 = cem vezes mais rápido, 0 = na hora",
        en: "how long they take: 1 = as in real commerce, 0.01 = a hundred times faster, 0 = no time",
      },
    },
    { name: "seed", value: "7", meaning: { "pt-BR": "semente das escolhas ao acaso", en: "seed of their random choices" } },
    {
      name: "seller",
      value: "ID",
      meaning: {
        "pt-BR": "o lojista (padrão: o lojista pronto do sandbox)",
        en: "the seller (default: the sandbox's ready seller)",
      },
    },
    ...INSTANCE_OPTIONS,
  ],
  json: { as: "object", fields: ["sellerId", "simulators", "links"] },
  examples: [
    { line: "simulate automatic --pace 0.01", does: { "pt-BR": "Um dia em quinze minutos.", en: "A day in fifteen minutes." } },
    {
      line: "simulate automatic --only payment,reviewers --pace 0",
      does: { "pt-BR": "Aprova tudo na hora; o resto fica como está.", en: "Approves everything at once; the rest stays as it is." },
    },
    { line: "simulate off", does: { "pt-BR": "Nenhum simulador age mais.", en: "No simulator acts any more." } },
  ],
  run,
};

interface Simulators {
  readonly simulators: readonly {
    readonly name: string;
    readonly mode: string;
    readonly waiting: number;
    readonly nextAt?: string;
    readonly does: string;
  }[];
}

async function run(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const instance = findInstance(args, lang);
  const path = `/operator/v1/sellers/${sellerOrDefault(args, instance, lang)}/simulators`;
  const body = changesOf(args, lang);
  const { body: result } = await instance.request<Simulators>(body === undefined ? "GET" : "PUT", path, body);
  if (wantsJson(args)) out.write(`${JSON.stringify(result)}\n`);
  else
    out.write(
      alignColumns(result!.simulators.map(({ name, mode, waiting, nextAt, does }) => [name, mode, String(waiting), nextAt ?? "", does])),
    );
  return 0;
}

/** The changes to make; undefined if the command only shows the simulators. */
function changesOf(args: ParsedArguments, lang: Lang): object | undefined {
  const [word = "show"] = args.positionals;
  const mode = word === "show" ? undefined : word;
  const pace = decimalOption(args, "pace", { min: 0, max: MAX_PACE, fallback: undefined }, lang);
  const seed = integerOption(args, "seed", { min: 0, max: MAX_INT32, fallback: undefined }, lang);
  const changes = { ...(mode && { mode }), ...(seed === undefined ? {} : { seed }) };
  const names = args.options["only"]?.split(",").map((name) => name.trim());
  if (names === undefined) {
    const all = { ...changes, ...(pace === undefined ? {} : { pace }) };
    return Object.keys(all).length === 0 ? undefined : all;
  }
  const unknown = names.find((name) => !(SIMULATOR_NAMES as readonly string[]).includes(name));
  if (unknown !== undefined) throw unknownName("--only", unknown, SIMULATOR_NAMES, lang);
  return { simulators: names.map((name) => ({ name, ...changes, ...(pace === undefined ? {} : { parameters: { pace } }) })) };
}
