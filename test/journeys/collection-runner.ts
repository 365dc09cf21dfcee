import { runInNewContext } from "node:vm";
import { expect } from "vitest";

interface Script {
  readonly listen: "prerequest" | "test";
  readonly script: { readonly exec: readonly string[] };
}
interface Pair {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}
interface Request {
  readonly method: string;
  readonly header: readonly Pair[];
  readonly url: { readonly raw: string; readonly variable?: readonly Pair[]; readonly query?: readonly Pair[] };
  readonly body?: { readonly raw: string };
}
/** A call of a collection. */
export interface Item {
  readonly name: string;
  readonly event: readonly Script[];
  readonly request: Request;
}
/** A collection of Postman's format 2.1, as far as it is run here. */
export interface Collection {
  readonly variable: readonly Pair[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

/** What became of a call: which one, its status, and the promises about it that did not hold. */
export interface Ran {
  readonly name: string;
  readonly status: number;
  readonly broken: readonly string[];
}

/** Runs a collection as Postman does, as far as its scripts ask for it. Answers every call, repeated ones too. */
export async function runCollection(collection: Collection, given: Readonly<Record<string, string>>): Promise<readonly Ran[]> {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  for (const [key, value] of Object.entries(given)) variables.set(key, value);
  const items = collection.item.flatMap(({ item }) => item);
  const ran: Ran[] = [];
  let at = 0;
  while (at < items.length) {
    const { name, event, request } = items[at]!;
    if (runScripts(event, "prerequest", variables).isSkipped) {
      at += 1;
      continue;
    }
    const response = await send(request, variables);
    const { broken, next } = runScripts(event, "test", variables, response);
    ran.push({ name, status: response.status, broken });
    at = next === undefined ? at + 1 : items.findIndex((one) => one.name === next);
  }
  return ran;
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

async function send({ method, header, url, body }: Request, variables: ReadonlyMap<string, string>): Promise<Answer> {
  const valueOf = (name: string) => (name === "$isoTimestamp" ? new Date().toISOString() : variables.get(name)!);
  const filled = (text: string) => text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_found, name: string) => valueOf(name));
  const path = (url.variable ?? []).reduce((raw, { key, value }) => raw.replace(`:${key}`, encodeURIComponent(filled(value))), url.raw);
  const query = (url.query ?? []).filter(({ disabled }) => !disabled).map(({ key, value }) => [key, filled(value)]);
  const response = await fetch(`${filled(path)}?${new URLSearchParams(query).toString()}`, {
    method,
    headers: Object.fromEntries(header.map(({ key, value }) => [key, filled(value)])),
    ...(body === undefined ? {} : { body: filled(body.raw) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
}

interface Told {
  readonly isSkipped: boolean;
  readonly broken: readonly string[];
  readonly next: string | undefined;
}

function runScripts(events: readonly Script[], when: Script["listen"], variables: Map<string, string>, response?: Answer): Told {
  const broken: string[] = [];
  let next: string | undefined;
  let isSkipped = false;
  const pm = {
    collectionVariables: {
      get: (key: string) => variables.get(key),
      set: (key: string, value: unknown) => variables.set(key, String(value)),
    },
    // What is given counts as a variable of the collection here.
    environment: { get: () => undefined },
    execution: { setNextRequest: (name: string) => (next = name), skipRequest: () => (isSkipped = true) },
    response: { code: response?.status, json: () => response?.json },
    expect,
    test(name: string, hold: () => void) {
      try {
        hold();
      } catch (error) {
        broken.push(`${name}: ${(error as Error).message}`);
      }
    },
  };
  for (const { listen, script } of events) if (listen === when) runInNewContext(script.exec.join("\n"), { pm });
  return { isSkipped, broken, next };
}
