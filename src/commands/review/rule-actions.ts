import { coloured } from "../../command-line/colours.ts";
import { alignColumns } from "../../command-line/columns.ts";
import { type Action, type JsonForm, type Positional, type Terminal, wantsJson } from "../../command-line/command.ts";
import { findInstance } from "../../command-line/instance.ts";
import type { ParsedArguments } from "../../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../../command-line/shared-options.ts";
import { UsageError } from "../../command-line/usage-error.ts";
import { formatMessage, type LocalizedText } from "../../platform/contract/index.ts";

const RULE: Positional = { name: "RULE", meaning: { "pt-BR": "a regra de aprovação", en: "the approval rule" } };
const RULE_JSON: JsonForm = {
  as: "object",
  fields: "ruleId name when enabled enabledAt? proven? samples switchedOffAt? version changedAt changedBy links".split(" "),
};

/** `review rules`, `try`, `enable` and `disable`: the rules for automatic approval. */
export const RULE_ACTIONS: readonly Action[] = [
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
];

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
