import type { Api, Operation } from "../../platform/contract/index.ts";
import { code, page, escaped, table } from "../markdown.ts";

/** An operation and all its possible statuses. */
export interface OperationRow {
  readonly operation: Operation;
  readonly statuses: readonly number[];
}

const INTRODUCTION = `# Operações / Operations

Toda operação, com a permissão que pede e cada status que pode responder. Os detalhes estão nos documentos OpenAPI, que toda
instância serve em \`/openapi/v1.json\`, \`/openapi/v2.json\`, \`/openapi/operator.json\` e \`/openapi/portal.json\`; os códigos de erro, em [errors.md](errors.md).

_Every operation, the permission it requires and each status it may answer with. The details are in the OpenAPI documents, which
every instance serves; the error codes in [errors.md](errors.md)._`;

/** docs/operations.md: every operation of every API. */
export const operationsPage = (
  apis: readonly { readonly api: Api; readonly title: string; readonly operations: readonly OperationRow[] }[],
): string =>
  page(
    INTRODUCTION,
    ...apis.map(({ api, title, operations }) =>
      [
        `## ${title}`,
        `[openapi/${api}.json](../openapi/${api}.json)`,
        table(
          ["operação / operation", "resumo / summary", "permissão / permission", "status"],
          operations.map(({ operation, statuses }) => [
            `${code(`${operation.method} ${operation.path}`)}\n${code(operation.id)}`,
            `${escaped(operation.summary)}${environmentsOf(operation)}`,
            permission(operation),
            statuses.join(" "),
          ]),
        ),
      ].join("\n\n"),
    ),
  );

const environmentsOf = ({ environments }: Operation) => (environments === undefined ? "" : ` (${environments.join(", ")})`);

/** The scope that a seller's credential needs, or the roles whose operator keys may call the operation, including `admin`. */
const permission = ({ permission: asked }: Operation) => (typeof asked === "string" ? [asked] : ["admin", ...asked]).map(code).join(" ");
