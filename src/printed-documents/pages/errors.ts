import { type LocalizedText, WARNINGS } from "../../platform/contract/index.ts";
import type { ErrorGroup } from "../error-codes.ts";
import { anchored, bilingual, page, table } from "../markdown.ts";

const INTRODUCTION = `# Erros / Errors

Toda recusa tem o mesmo corpo: \`{type, description, notifications, details, requestId, links}\`. Cada item de \`details\` traz um
\`code\` desta página, o \`pointer\` do que falhou e, quando ajuda, \`received\`, \`allowed\` e \`suggestions\`. Programe contra \`code\`; os
textos podem melhorar. O que está entre chaves é preenchido na resposta.

_Every refusal has the same body. Each item of \`details\` has a \`code\` from this page, the \`pointer\` of what failed and, where it helps,
\`received\`, \`allowed\` and \`suggestions\`. Write programs against \`code\`; the texts may improve. Values in braces are filled in._

As críticas da validação automática estão em [critiques.md](critiques.md).
_The critiques of the automatic validation are in [critiques.md](critiques.md)._`;

const WARNED = `## Avisos / Warnings

O que uma chamada envia e a operação não conhece é ignorado: a resposta não muda. O aviso está no cabeçalho \`Vitrine-Warning\` (uma lista da
RFC 9651, com o \`code\`, o nome e o mais próximo), se é da consulta, e em \`warnings\` da chamada em \`GET /api/v1/requests/{requestId}\`. Os campos que nenhum
produto tem também estão nos ensaios: \`POST /api/v2/products/validate\`, \`bin/vitrine lint\` e \`bin/vitrine import\`.

_Whatever a call sends that its operation does not know is ignored; the answer does not change. The warning is in \`warnings\` of the call in
\`GET /api/v1/requests/{requestId}\` and, for query parameters, in the header \`Vitrine-Warning\` (a List of RFC 9651 with the \`code\`, the name and
the nearest one). Fields that no product has are also reported by \`POST /api/v2/products/validate\`, \`bin/vitrine lint\` and \`bin/vitrine import\`._`;

/** docs/errors.md: every error code with its status, type and texts, then every warning code. Each code is an anchor. */
export const errorsPage = (groups: readonly ErrorGroup[]): string =>
  page(
    INTRODUCTION,
    ...groups.map(({ title, rows }) =>
      [
        `## ${title["pt-BR"]} / ${title.en}`,
        table(
          ["code", "HTTP", "type", "texto / text"],
          rows.map(([code, { status, type, text }]) => [anchored(code), String(status), type, bilingual(text)]),
        ),
      ].join("\n\n"),
    ),
    WARNED,
    table(
      ["code", "texto / text"],
      Object.entries<LocalizedText>(WARNINGS).map(([code, text]) => [anchored(code), bilingual(text)]),
    ),
  );
