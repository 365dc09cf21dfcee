import type { LocalizedText, Operation } from "../../../platform/contract/index.ts";
import { OPERATIONS } from "../../../openapi/all-operations.ts";
import { NoAnswer, type ErrorBody, type Reply } from "../../../client/http-client.ts";
import { createFinding, unknownNameFinding } from "../format-validation.ts";
import type { RunContext } from "../context.ts";
import { defineStep, type CommonFields, type StepOutcome } from "../step-type.ts";

interface CallStep extends CommonFields {
  readonly call: string;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly lines?: readonly unknown[];
  readonly atOnce?: number;
}

/** What `expect` checks after a call: the reply, with header names in lower case, or the reason why there was no reply. */
type CallDocument =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body?: unknown }
  | { readonly silence: string };

const MAX_AT_ONCE = 100;
const IDS = OPERATIONS.map(({ id }) => id);
const operationOf = (id: string) => OPERATIONS.find((operation) => operation.id === id);
/** A path parameter, such as `{sku}`. */
const PARAMETER = /\{(\w+)\}/g;
const parametersOf = ({ path }: Operation) => [...path.matchAll(PARAMETER)].map(([, name]) => name!);

const PARAMETER_MISSING: LocalizedText = {
  "pt-BR": "{call} pede {name} em path, e nenhum passo antes guardou esse nome",
  en: "{call} needs {name} in path, and no step before kept that name",
};

/** Calls an operation of the contract by its operationId. */
export const callStep = defineStep<CallStep>({
  verb: "call",
  does: {
    "pt-BR": "Chama uma operação pelo seu nome na OpenAPI, como lojista ou operador, conforme a operação.",
    en: "Calls an operation by its name in the OpenAPI, as the seller or the operator, whomever it is for.",
  },
  properties: {
    call: {
      type: "string",
      description: "operationId; sem expect.status, a resposta deve ser 2xx",
      "x-description-en": "operationId; without expect.status the answer must be 2xx",
    },
    path: {
      type: "object",
      description: "Parâmetros do caminho; os que faltam são os nomes guardados, como sku e orderNumber",
      "x-description-en": "Path parameters; missing ones are the kept names, such as sku and orderNumber",
    },
    query: { type: "object", description: "Parâmetros da consulta", "x-description-en": "Query parameters" },
    headers: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "Cabeçalhos, também client_id e access_token no lugar dos do lojista",
      "x-description-en": "Headers, also client_id and access_token in place of the seller's",
    },
    body: { description: "O corpo, enviado como JSON", "x-description-en": "The body, sent as JSON" },
    lines: {
      type: "array",
      minItems: 1,
      description: "Linhas de um arquivo NDJSON, no lugar de body",
      "x-description-en": "Lines of an NDJSON file, in place of body",
    },
    atOnce: {
      type: "integer",
      minimum: 2,
      maximum: MAX_AT_ONCE,
      description: "A mesma chamada tantas vezes ao mesmo tempo; expect é a lista das respostas, por status",
      "x-description-en": "The same call so many times at the same moment; expect is the list of answers, by status",
    },
  },
  example: { call: "getStock", expect: { body: { physical: 3, reserved: 0 } } },
  check({ call, path = {} }, pointer, names, lang) {
    const operation = operationOf(call);
    if (operation === undefined) return [unknownNameFinding(`${pointer}/call`, call, IDS, lang)];
    const parameters = parametersOf(operation);
    const missing = parameters.filter((name) => !Object.hasOwn(path, name) && !names.has(name));
    const surplus = Object.keys(path).filter((name) => !parameters.includes(name));
    return [
      ...missing.map((name) => createFinding(`${pointer}/path`, PARAMETER_MISSING, { call, name }, lang)),
      ...surplus.map((name) => unknownNameFinding(`${pointer}/path`, name, parameters, lang)),
    ];
  },
  defaultExpectation({ expect, atOnce }) {
    if (hasStatus(expect)) return undefined;
    const success = { status: { $atLeast: 200, $atMost: 299 } };
    return atOnce === undefined ? success : Array.isArray(expect) ? undefined : { $each: success };
  },
  async run(step, context) {
    const operation = operationOf(step.call)!;
    const { audience, method } = operation;
    const path = addressOf(operation, step, context);
    const { headers = {}, body, lines, atOnce } = step;
    const content = { ...(body === undefined ? {} : { body }), ...(lines === undefined ? {} : { lines }) };
    const send = () => context.send(audience, method, path, { headers, ...content });
    try {
      const replies = await Promise.all(Array.from({ length: atOnce ?? 1 }, send));
      return callOutcome(`${method} ${path}`, replies, atOnce !== undefined);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const document: CallDocument = { silence: error.message };
      return { summary: `${method} ${path}  ${error.texts[context.lang]}`, document };
    }
  },
});

const hasStatus = (expect: unknown) => typeof expect === "object" && expect !== null && Object.hasOwn(expect, "status");

function addressOf(operation: Operation, { path = {}, query = {} }: CallStep, { variables }: RunContext): string {
  const filled = operation.path.replaceAll(PARAMETER, (_, name: string) => encodeURIComponent(String(path[name] ?? variables.get(name))));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

/**
 * The outcome of a step that made calls. The summary contains the statuses and error codes and, for a single call, the request id. The
 * document is the reply; with `isList`, the list of replies, ordered by status.
 */
export function callOutcome(what: string, replies: readonly Reply[], isList = false): StepOutcome {
  const sorted = replies.toSorted((one, other) => one.status - other.status);
  const documents = sorted.map(replyDocument);
  const codes = sorted.map((reply) => [reply.status, ...errorCodes(reply)].join(" "));
  const requestId = sorted.length === 1 ? ` (${sorted[0]!.headers.get("x-request-id") ?? "-"})` : "";
  return { summary: `${what}  ${codes.join(", ")}${requestId}`, document: isList ? documents : documents[0] };
}

/** A reply as the document of a step. */
export const replyDocument = ({ status, headers, body }: Reply): CallDocument => ({
  status,
  headers: Object.fromEntries(headers),
  ...(body === undefined ? {} : { body }),
});

const errorCodes = ({ status, body }: Reply): readonly string[] =>
  status < 400 ? [] : [...new Set(((body ?? {}) as ErrorBody).details?.map(({ code }) => code))];
