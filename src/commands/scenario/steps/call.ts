import type { Operation } from "../../../platform/contract/operation.ts";
import type { LocalizedText } from "../../../platform/contract/errors.ts";
import { OPERATIONS } from "../../documents.ts";
import { Silence, type ErrorReply, type Reply } from "../../http-client.ts";
import { findingAt, unknownName } from "../json-schema.ts";
import type { Scene } from "../scene.ts";
import { stepRow, type CommonFields, type Taken } from "../step.ts";

interface CallStep extends CommonFields {
  readonly call: string;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly atOnce?: number;
}

/** An answer as scenarios look at it, `headers` in lower case; or why none came. */
type Answered =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body?: unknown }
  | { readonly silence: string };

const MOST_AT_ONCE = 100;
const IDS = OPERATIONS.map(({ id }) => id);
const operationOf = (id: string) => OPERATIONS.find((operation) => operation.id === id);
const parametersOf = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

const MISSING: LocalizedText = {
  "pt-BR": "{call} pede {name} em path, e nenhum passo antes guardou esse nome",
  en: "{call} needs {name} in path, and no step before kept that name",
};

/** Calls an operation of the contract by its name. */
export const callStep = stepRow<CallStep>({
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
    atOnce: {
      type: "integer",
      minimum: 2,
      maximum: MOST_AT_ONCE,
      description: "A mesma chamada tantas vezes ao mesmo tempo; expect é a lista das respostas, por status",
      "x-description-en": "The same call so many times at the same moment; expect is the list of answers, by status",
    },
  },
  example: { call: "getStock", expect: { body: { physical: 3, reserved: 0 } } },
  findings({ call, path = {} }, pointer, names, lang) {
    const operation = operationOf(call);
    if (operation === undefined) return [unknownName(`${pointer}/call`, call, IDS, lang)];
    const parameters = parametersOf(operation);
    const missing = parameters.filter((name) => !Object.hasOwn(path, name) && !names.has(name));
    const surplus = Object.keys(path).filter((name) => !parameters.includes(name));
    return [
      ...missing.map((name) => findingAt(`${pointer}/path`, MISSING, { call, name }, lang)),
      ...surplus.map((name) => unknownName(`${pointer}/path`, name, parameters, lang)),
    ];
  },
  expects({ expect, atOnce }) {
    if (hasStatus(expect)) return undefined;
    const good = { status: { $atLeast: 200, $atMost: 299 } };
    return atOnce === undefined ? good : Array.isArray(expect) ? undefined : { $each: good };
  },
  async take(step, scene) {
    const operation = operationOf(step.call)!;
    const { audience, method } = operation;
    const path = addressOf(operation, step, scene);
    const { headers = {}, body, atOnce } = step;
    const send = () => scene.send(audience, method, path, { headers, ...(body === undefined ? {} : { body }) });
    try {
      const replies = await Promise.all(Array.from({ length: atOnce ?? 1 }, send));
      return told(`${method} ${path}`, replies, atOnce !== undefined);
    } catch (error) {
      if (!(error instanceof Silence)) throw error;
      const document: Answered = { silence: error.message };
      return { told: `${method} ${path}  ${error.texts[scene.lang]}`, document };
    }
  },
});

const hasStatus = (expect: unknown) => typeof expect === "object" && expect !== null && Object.hasOwn(expect, "status");

function addressOf(operation: Operation, { path = {}, query = {} }: CallStep, { values }: Scene): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name] ?? values.get(name))));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

/** What calls were answered, for `expect` and for people: the status, what a refusal is called, the request's id. */
export function told(what: string, replies: readonly Reply[], several = false): Taken {
  const sorted = replies.toSorted((one, other) => one.status - other.status);
  const answered = sorted.map(answeredOf);
  const codes = sorted.map((reply) => [reply.status, ...codesOf(reply)].join(" "));
  const ids = sorted.length === 1 ? ` (${sorted[0]!.headers.get("x-request-id") ?? "-"})` : "";
  return { told: `${what}  ${codes.join(", ")}${ids}`, document: several ? answered : answered[0] };
}

/** An answer as scenarios look at it. */
export const answeredOf = ({ status, headers, body }: Reply): Answered => ({
  status,
  headers: Object.fromEntries(headers),
  ...(body === undefined ? {} : { body }),
});

const codesOf = ({ status, body }: Reply): readonly string[] =>
  status < 400 ? [] : [...new Set(((body ?? {}) as ErrorReply).details?.map(({ code }) => code))];
