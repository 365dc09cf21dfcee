import { isUtf8 } from "node:buffer";
import { isExactNumber } from "../basics/decimal.ts";
import type { Failure } from "./errors.ts";
import { echoableValue } from "./failure-collector.ts";
import { bodyErrors } from "./input-errors.ts";

/** Maximum nesting depth of objects and lists. */
const DEEPEST = 64;

/** The value of a body, or the failures when it cannot be parsed. */
export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failures: readonly Failure[] };

/**
 * A problem in the JSON text of an object's member or a list's item. It is a function, so that the failure is created only when it is
 * needed.
 */
export type MemberProblem = (() => Failure) & { readonly code: ValueProblem };
/** Problems of an object's members or a list's items, by key. */
export type MemberProblems = ReadonlyMap<string | number, readonly MemberProblem[]>;

const problemsOf = new WeakMap<object, Map<string | number, MemberProblem[]>>();

/** The problems of the direct members of an object or a list that `parseJson` read. Undefined when there are none. */
export const memberProblemsOf = (container: object): MemberProblems | undefined => problemsOf.get(container);

/**
 * Keys that no object may have. They are never stored. An object with one of them is refused when it is checked against its schema
 * (reliability T32). An object inside an unknown member is not checked.
 */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
/** Length of the shortest forbidden key. Shorter keys need no comparison. */
const SHORTEST_FORBIDDEN = Math.min(...[...FORBIDDEN_KEYS].map((key) => key.length));

/**
 * Parses a request body in one pass and allows only one interpretation (reliability T32). Members whose value is `null` are left out
 * (decisions 1.5), but `null` stays in lists. A byte order mark is skipped. An empty body is `{}`, so that each missing required field is
 * reported. `firstLine` is the line at which the body begins in a larger file.
 *
 * A body that is not JSON in UTF-8, or that nests deeper than 64, gives one failure. Some text that `JSON.parse` accepts is a problem of a
 * member here: a repeated key (the last value counts), the keys `__proto__`, `constructor` and `prototype`, NUL and lone surrogates in
 * texts, and numbers that a double may not preserve (`isExactNumber`). The parser does not refuse a body for such a problem: the member may
 * be unknown, and unknown members are ignored (decisions 1.5). When a member is checked, `memberProblemsOf` returns its problems. Each
 * parsed text may keep the text of the whole body in memory, so do not keep parsed texts after the request.
 */
export function parseJson(bytes: Buffer, firstLine = 1): ParsedJson {
  const text = bytes.toString("utf8");
  const reader = new Reader(text, firstLine);
  if (!isUtf8(bytes)) return refused(bodyErrors.failure("body_not_utf8", { params: reader.placeOf(text.indexOf("\uFFFD")) }));
  try {
    const value = reader.document();
    // If a problem is still set here, the whole document is one text or number, which no schema has checked. The failure repeats it, and it
    // may be personal data.
    return reader.problem === undefined ? { ok: true, value } : refused({ ...reader.problem(), personal: ["received"] });
  } catch (error) {
    if (error instanceof SyntaxRefusal) return refused(error.failure);
    throw error;
  }
}

const refused = (failure: Failure): ParsedJson => ({ ok: false, failures: [failure] });

/** Thrown at the position where the text is no longer valid JSON. */
class SyntaxRefusal extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

type SyntaxProblem =
  | "json_value_expected"
  | "json_character_expected"
  | "json_ends_early"
  | "json_text_after_end"
  | "json_bad_escape"
  | "json_control_character"
  | "json_too_deep";
type ValueProblem = "duplicate_key" | "forbidden_key" | "refused_character" | "number_not_exact";

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const HEX4 = /[0-9a-f]{4}/iy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const NOT_CHARACTERS = /\0|\p{Cs}/u;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const SMALL_F = 0x66;
const SMALL_N = 0x6e;
const SMALL_T = 0x74;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BYTE_ORDER_MARK = 0xfeff;

class Reader {
  /**
   * The problem of the value just read, until the object or list that contains the value stores it. At the end of the body, it is only set
   * if the whole document is a text or a number.
   */
  problem: MemberProblem | undefined;
  private readonly text: string;
  private readonly firstLine: number;
  private at = 0;
  private depth = 0;
  private readonly place: { line: number; lineStart: number };

  constructor(text: string, firstLine: number) {
    this.text = text;
    this.firstLine = firstLine;
    this.place = { line: firstLine, lineStart: 0 };
  }

  document(): unknown {
    if (this.text.charCodeAt(0) === BYTE_ORDER_MARK) this.at = 1;
    if (Number.isNaN(this.next())) return {};
    const value = this.value();
    if (!Number.isNaN(this.next())) this.stop("json_text_after_end");
    return value;
  }

  /** Skips white space and returns the code of the next character; NaN at the end. */
  private next(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return code;
      this.at += 1;
    }
  }

  private value(): unknown {
    const code = this.next();
    switch (code) {
      case QUOTE:
        return this.string();
      case OPEN_OBJECT:
        return this.object();
      case OPEN_LIST:
        return this.list();
      case SMALL_T:
        return this.word("true", true);
      case SMALL_F:
        return this.word("false", false);
      case SMALL_N:
        return this.word("null", null);
      default:
        if (code === MINUS || (code >= ZERO && code <= NINE)) return this.number();
        return this.stop("json_value_expected");
    }
  }

  private word<Value>(word: string, value: Value): Value {
    if (!this.text.startsWith(word, this.at)) this.stop("json_value_expected");
    this.at += word.length;
    return value;
  }

  private object(): Record<string, unknown> {
    this.enter();
    const object: Record<string, unknown> = {};
    let absent: Set<string> | undefined;
    let code = this.next();
    if (code !== CLOSE_OBJECT)
      for (;;) {
        if (code !== QUOTE) this.stop("json_character_expected", '"');
        const keyAt = this.at;
        const key = this.string();
        // A forbidden character in a key does not matter. No known key contains such a character, so the key is unknown and is ignored.
        this.problem = undefined;
        const forbidden = key.length >= SHORTEST_FORBIDDEN && FORBIDDEN_KEYS.has(key);
        if (forbidden) noteAfresh(object, key, this.problemOf("forbidden_key", keyAt, key));
        else if (Object.hasOwn(object, key) || absent?.has(key)) noteAfresh(object, key, this.problemOf("duplicate_key", keyAt));
        if (this.next() !== COLON) this.stop("json_character_expected", ":");
        this.at += 1;
        const value = this.value();
        if (value === null) absent = (absent ?? new Set()).add(key);
        else if (!forbidden) object[key] = value;
        if (this.problem !== undefined) this.note(object, key);
        if (this.next() === CLOSE_OBJECT) break;
        if (this.next() !== COMMA) this.stop("json_character_expected", '"," / "}"');
        this.at += 1;
        code = this.next();
      }
    this.leave();
    return object;
  }

  private list(): unknown[] {
    this.enter();
    const list: unknown[] = [];
    if (this.next() !== CLOSE_LIST)
      for (;;) {
        list.push(this.value());
        if (this.problem !== undefined) this.note(list, list.length - 1);
        if (this.next() === CLOSE_LIST) break;
        if (this.next() !== COMMA) this.stop("json_character_expected", '"," / "]"');
        this.at += 1;
      }
    this.leave();
    return list;
  }

  private enter(): void {
    this.depth += 1;
    if (this.depth > DEEPEST) this.stop("json_too_deep", DEEPEST);
    this.at += 1;
  }

  private leave(): void {
    this.depth -= 1;
    this.at += 1;
  }

  private string(): string {
    const { text } = this;
    const start = this.at + 1;
    for (let i = start; ; i += 1) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) {
        this.at = i + 1;
        return text.slice(start, i);
      }
      if (code === BACKSLASH) return this.escapedString(start, i);
      if (!(code >= SPACE)) this.stopInString(i);
    }
  }

  /**
   * Reads a string whose first escape is at `i`. Only escapes can produce NUL and lone surrogates: an unescaped NUL is refused as a control
   * character, and valid UTF-8 contains no lone surrogates.
   */
  private escapedString(start: number, i: number): string {
    const { text } = this;
    let read = text.slice(start, i);
    while (text.charCodeAt(i) !== QUOTE) {
      if (text.charCodeAt(i) === BACKSLASH) {
        read += this.escape(i);
        i += text[i + 1] === "u" ? 6 : 2;
      } else {
        const from = i;
        while (text.charCodeAt(i) >= SPACE && text.charCodeAt(i) !== QUOTE && text.charCodeAt(i) !== BACKSLASH) i += 1;
        if (!(text.charCodeAt(i) >= SPACE)) this.stopInString(i);
        read += text.slice(from, i);
      }
    }
    const refusedCharacter = NOT_CHARACTERS.exec(read);
    if (refusedCharacter) this.problem = this.problemOf("refused_character", start - 1, escapeOf(refusedCharacter[0]));
    this.at = i + 1;
    return read;
  }

  private escape(i: number): string {
    const letter = this.text[i + 1];
    if (letter === undefined) return this.stopInString(i + 1);
    if (letter !== "u") return ESCAPES[letter] ?? this.stopAt(i, "json_bad_escape", { received: `\\${letter}` });
    HEX4.lastIndex = i + 2;
    const digits = HEX4.exec(this.text);
    if (digits === null) return this.stopAt(i, "json_bad_escape", { received: `\\${letter}` });
    return String.fromCharCode(Number.parseInt(digits[0], 16));
  }

  private number(): number {
    const start = this.at;
    NUMBER.lastIndex = start;
    const match = NUMBER.exec(this.text);
    if (match === null) this.stop("json_value_expected");
    const digits = match[0];
    this.at = start + digits.length;
    if (!isExactNumber(digits)) this.problem = this.problemOf("number_not_exact", start, digits);
    // A number that is too large for a double becomes the largest double instead of infinity, which JSON cannot express.
    return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(digits)));
  }

  /** Stores the problem of the value just read under its key or index in `container`. */
  private note(container: object, key: string | number): void {
    const { problem } = this;
    this.problem = undefined;
    const problems = problemsOf.get(container)?.get(key);
    if (problems) problems.push(problem!);
    else noteAfresh(container, key, problem!);
  }

  private problemOf(code: ValueProblem, at: number, received?: string): MemberProblem {
    const facts = () => ({ ...(received === undefined ? {} : { received: echoableValue(received) }), params: this.placeOf(at) });
    return Object.assign(() => bodyErrors.failure(code, facts()), { code });
  }

  private stop(problem: SyntaxProblem, allowed?: unknown): never {
    if (this.at >= this.text.length) this.stopAt(this.at, "json_ends_early");
    this.stopAt(this.at, problem, {
      received: this.characterAt(this.at),
      ...(allowed === undefined ? {} : { allowed }),
    });
  }

  /** A failure repeats only one character of invalid JSON, because the text may be personal data. */
  private characterAt(at: number): string {
    return String.fromCodePoint(this.text.codePointAt(at)!);
  }

  private stopInString(at: number): never {
    if (at >= this.text.length) this.stopAt(at, "json_ends_early");
    this.stopAt(at, "json_control_character", { allowed: escapeOf(this.text[at]!) });
  }

  private stopAt(at: number, problem: SyntaxProblem, facts: { readonly received?: string; readonly allowed?: unknown } = {}): never {
    throw new SyntaxRefusal(bodyErrors.failure(problem, { ...facts, params: this.placeOf(at) }));
  }

  /**
   * Line and column of a position, both counted from 1. Columns are UTF-16 units, as in editors. Positions usually ascend, so the count
   * continues from the last position.
   */
  placeOf(at: number): { readonly line: number; readonly column: number } {
    const { text, place } = this;
    if (at < place.lineStart) Object.assign(place, { line: this.firstLine, lineStart: 0 });
    for (let end = text.indexOf("\n", place.lineStart); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) {
      place.line += 1;
      place.lineStart = end + 1;
    }
    return { line: place.line, column: at - place.lineStart + 1 };
  }
}

/** Sets the problem of a member or an item. For a repeated key, it replaces the problems of the earlier value, which no longer counts. */
function noteAfresh(container: object, key: string | number, problem: MemberProblem): void {
  const problems = problemsOf.get(container) ?? new Map<string | number, MemberProblem[]>();
  problemsOf.set(container, problems.set(key, [problem]));
}

const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
