import { REVIEWERS_ANCHOR, messagesOf, type CRITIQUES, type PENDING_REASONS } from "../../catalog/index.ts";
import { formatMessage, type LocalizedText } from "../../platform/contract/index.ts";
import { anchored, bilingual, code, page, escaped, table } from "../markdown.ts";

type CritiqueRule = (typeof CRITIQUES)[number];
type Example = CritiqueRule["examples"][number];

const INTRODUCTION = `# Críticas / Critiques

A validação automática critica um produto de uma vez, com tudo o que há para corrigir. \`error\` leva a Criticado; \`warning\` nunca
impede nada. \`POST /api/v2/products/validate\` mostra as mesmas críticas sem gravar, e \`bin/vitrine lint\` as de um arquivo inteiro.

_The automatic validation criticizes a product once, with everything there is to fix. \`error\` leads to Criticado; \`warning\` never
blocks anything. \`POST /api/v2/products/validate\` shows the same critiques without storing, \`bin/vitrine lint\` those of a whole file._`;

const REVIEWERS = `## Motivos da revisão / A reviewer's reasons

<a id="${REVIEWERS_ANCHOR}"></a>Na revisão do catálogo quem critica é uma pessoa (\`stage: "review"\`): \`code\` e \`message\` são dela, e dizem o
que corrigir. A crítica sai quando o produto é enviado de novo com PUT.

_In the catalogue's review a person criticizes (\`stage: "review"\`): \`code\` and \`message\` are theirs and say what to fix. The
critique disappears when the product is sent again with PUT._`;

const WAITING = `## Esperas / What a product may wait for

Uma nota em \`pending\` não é um erro: diz por que um produto sem nada a corrigir ainda espera.

_A note in \`pending\` is not an error: it says why a product with nothing to fix is still waiting._`;

/** docs/critiques.md: every critique with its rule, message and examples, and every reason why a product is pending. */
export const critiquesPage = (critiques: readonly CritiqueRule[], pending: typeof PENDING_REASONS): string =>
  page(
    INTRODUCTION,
    table(
      ["code", "severity", "regra / rule"],
      critiques.map((critique) => [`[${code(critique.code)}](#${critique.code})`, critique.severity, escaped(critique.rule["pt-BR"])]),
    ),
    ...critiques.map(section),
    REVIEWERS,
    WAITING,
    table(
      ["code", "texto / text"],
      Object.entries<LocalizedText>(pending).map(([name, texts]) => [anchored(name), bilingual(texts)]),
    ),
  );

const section = (critique: CritiqueRule): string =>
  [
    `## ${critique.code}`,
    `**${critique.severity}** · ${escaped(critique.rule["pt-BR"])}  \n_${escaped(critique.rule.en)}_`,
    `> ${escaped(critique.message["pt-BR"])}  \n> _${escaped(critique.message.en)}_`,
    table(
      ["", "exemplo / example", "produto / product", "crítica / critique"],
      critique.examples.map((example) => [
        example.finds.length === 0 ? "✓" : "✗",
        escaped(example.title),
        difference(example),
        findings(critique, example),
      ]),
    ),
  ].join("\n\n");

/** The fields in which an example's product differs from a valid product. */
const difference = ({ product }: Example): string => (product === undefined ? "" : code(JSON.stringify(product)));

const findings = (critique: CritiqueRule, { finds }: Example): string =>
  finds
    .map(({ pointer, received, allowed, suggestions = [], params }) => {
      const sentence = escaped(formatMessage(messagesOf(critique, params)["pt-BR"], { pointer, received, allowed, ...params }));
      return `${code(pointer)}: ${sentence}${suggestions.length === 0 ? "" : ` → ${suggestions.map(code).join(", ")}`}`;
    })
    .join("\n");
