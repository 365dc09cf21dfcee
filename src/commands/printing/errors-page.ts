import type { ErrorGroup } from "./error-codes.ts";
import { anchored, both, page, table } from "./markdown.ts";

const INTRODUCTION = `# Erros / Errors

Toda recusa tem o mesmo corpo: \`{type, description, notifications, details, requestId, links}\`. Cada item de \`details\` traz um
\`code\` desta página, o \`pointer\` do que falhou e, quando ajuda, \`received\`, \`allowed\` e \`suggestions\`. Programe contra \`code\`; os
textos podem melhorar. O que está entre chaves é preenchido na resposta.

_Every refusal has the same body. Each item of \`details\` carries a \`code\` of this page, the \`pointer\` of what failed and, where it
helps, \`received\`, \`allowed\` and \`suggestions\`. Program against \`code\`; texts may improve. What stands in braces is filled in._

As críticas da validação automática estão em [critiques.md](critiques.md).
_The critiques of the automatic validation are in [critiques.md](critiques.md)._`;

/** docs/errors.md: every error code with its status, type and texts, each an anchor. */
export const errorsPage = (groups: readonly ErrorGroup[]): string =>
  page(
    INTRODUCTION,
    ...groups.map(({ title, rows }) =>
      [
        `## ${title["pt-BR"]} / ${title.en}`,
        table(
          ["code", "HTTP", "type", "texto / text"],
          rows.map(([code, { status, type, text }]) => [anchored(code), String(status), type, both(text)]),
        ),
      ].join("\n\n"),
    ),
  );
