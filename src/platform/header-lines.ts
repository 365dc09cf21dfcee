/** Headers of an answer: values under names in lower case. */
export type Headers = Readonly<Record<string, string>>;

declare const written: unique symbol;
/** Headers as they are sent, one behind another: the service's own, in which what outsiders chose is escaped, and which mean nothing to Node. */
export type Lines = string & { readonly [written]: true };

/** No headers. */
export const NO_LINES = "" as Lines;

/**
 * Headers as lines, for those that many answers have: they are tested here, once. Throws where a value would break its line, or a name means
 * something to Node.
 */
export const linesOf = (headers: Headers): Lines =>
  Object.entries(headers)
    .map(([name, value]) => {
      if (MEANT_FOR_NODE.has(name) || FORBIDDEN.test(value)) throw new Error(`a header that cannot be a line: ${name}`);
      return `${name}: ${value}\r\n`;
    })
    .join("") as Lines;

/** By these Node knows how an answer ends. */
export const MEANT_FOR_NODE: ReadonlySet<string> = new Set(["connection", "content-length"]);

/** What no value may hold, a line's end above all: behind one, it would be a header of its own. */
export const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/;

/** Lines as headers. */
export const headersOf = (lines: Lines): Headers =>
  Object.fromEntries(
    lines
      .split("\r\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]),
  );

/** Lines in which `by` takes the place of those of the same name; takes them apart, so it is for rare answers. */
export const replaced = (lines: Lines, by: Lines): Lines => linesOf({ ...headersOf(lines), ...headersOf(by) });
