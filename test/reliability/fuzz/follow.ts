import type { Answered } from "../../contract/conformance.ts";
import type { Described } from "./operation.ts";

/** An address that an answer gave out, and the operation that reads what is there. */
export interface Link {
  readonly href: string;
  readonly reads: Described;
  /** The values of its path's parameters. */
  readonly values: Readonly<Record<string, string>>;
}

const ORIGIN = /^https?:\/\/[^/]+/;

/** Every address in an answer that leads to something readable: `href` wherever it stands, and `Location`. */
export function linksIn({ json, headers }: Answered, operations: readonly Described[]): readonly Link[] {
  const found = new Set<string>([...hrefsIn(json), ...[headers.get("location") ?? []].flat()].map((href) => href.replace(ORIGIN, "")));
  return [...found].flatMap((href) => {
    const link = readerOf(href, operations);
    return link === undefined ? [] : [link];
  });
}

function* hrefsIn(node: unknown): Generator<string> {
  if (typeof node !== "object" || node === null) return;
  for (const [name, value] of Object.entries(node)) {
    if (name === "href" && typeof value === "string") yield value;
    else yield* hrefsIn(value);
  }
}

/** The operation that reads what is at an address. Where several addresses could be meant, it is the one with the fewest parameters. */
function readerOf(href: string, operations: readonly Described[]): Link | undefined {
  const path = href.replace(/[?#].*$/s, "");
  const candidates = operations.flatMap((reads) => {
    const values = valuesAt(reads.path, path);
    return values === undefined ? [] : [{ href: href.replace(/#.*$/s, ""), reads, values }];
  });
  const [meant] = candidates.toSorted((one, other) => Object.keys(one.values).length - Object.keys(other.values).length);
  // What is only asked for by other methods is no reader's, though its address may look like one that is read.
  return candidates.find(({ reads }) => reads.path === meant!.reads.path && reads.method === "GET" && !isEndless(reads));
}

/** Whether an answer goes on while there is something to tell. */
export const isEndless = ({ object }: Described) =>
  Object.values(object.responses).some(({ content = {} }) => "text/event-stream" in content);

function valuesAt(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const match = new RegExp(`^${pattern.replace(/\{\w+\}/g, "([^/]+)")}$`).exec(path);
  return match ? Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(match[i + 1]!)])) : undefined;
}

/** Values that answers gave out, by the parameter they are for; the newest few. */
export interface Pool {
  learn(link: Link): void;
  /** The nth value known; the text itself where there is none. */
  draw(name: string, nth: number, otherwise: string): string;
}

const MOST_KNOWN = 50;

export function openPool(): Pool {
  const known = new Map<string, string[]>();
  return {
    learn({ values }) {
      for (const [name, value] of Object.entries(values)) {
        const some = known.get(name) ?? [];
        known.set(name, some);
        if (!some.includes(value)) some.unshift(value);
        some.length = Math.min(some.length, MOST_KNOWN);
      }
    },
    draw(name, nth, otherwise) {
      const some = known.get(name) ?? [];
      return some[nth % some.length] ?? otherwise;
    },
  };
}
