import { isUtf8 } from "node:buffer";
import { isExactNumber } from "./decimal.ts";
import type { Failure } from "./errors.ts";
import { echoed, Findings } from "./findings.ts";
import { bodyErrors } from "./input-errors.ts";

/** Objects and lists may nest this deep. */
const DEEPEST = 64;

/** A body's value, or everything that is wrong with how it is written. */
export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failures: readonly Failure[] };

/**
 * Reads a request body in one pass and in one way (reliability T32). Stricter than `JSON.parse`: refused are invalid
 * UTF-8, a key sent twice, nesting beyond 64, `__proto__`/`constructor`/`prototype` as keys, NUL and lone surrogates in
 * texts, and numbers that a double would round. Members whose value is `null` are left out (decisions 1.5), `null` in a
 * list stays. A byte order mark is skipped. An empty body is `{}`, so that required fields are named one by one.
 *
 * A syntax error is the only failure of its body; every other refusal is collected. Texts may share memory with the body:
 * what outlives the request should not keep them.
 */
export function parseJson(bytes: Buffer): ParsedJson {
  const text = bytes.toString("utf8");
  const reader = new Reader(text);
  if (!isUtf8(bytes)) return refused([bodyErrors.failure("body_not_utf8", { params: reader.placeOf(text.indexOf("\uFFFD")) })]);
  try {
    const value = reader.document();
    return reader.found.count === 0 ? { ok: true, value } : refused(reader.failures());
  } catch (error) {
    if (error instanceof SyntaxRefusal) return refused([error.failure]);
    throw error;
  }
}

const refused = (failures: readonly Failure[]): ParsedJson => ({ ok: false, failures });

/** Ends the reading where the text stops being JSON. */
class SyntaxRefusal extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

type Fault =
  | "json_value_expected"
  | "json_character_expected"
  | "json_ends_early"
  | "json_text_after_end"
  | "json_bad_escape"
  | "json_control_character"
  | "json_too_deep";
type ValueFault = "duplicate_key" | "forbidden_key" | "refused_character" | "number_not_exact";

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
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
  readonly found = new Findings();
  private readonly text: string;
  private at = 0;
  private depth = 0;
  private readonly place = { line: 1, lineStart: 0 };

  constructor(text: string) {
    this.text = text;
  }

  document(): unknown {
    if (this.text.charCodeAt(0) === BYTE_ORDER_MARK) this.at = 1;
    if (Number.isNaN(this.next())) return {};
    const value = this.value();
    if (!Number.isNaN(this.next())) this.stop("json_text_after_end");
    return value;
  }

  failures(): readonly Failure[] {
    return this.found.all(
      (pointer) => pointer,
      (count) => bodyErrors.failure("more_failures", { params: { count } }),
    );
  }

  /** Skips white space and answers the code of the character there; NaN at the end. */
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
        const before = this.found.count;
        const key = this.string();
        const forbidden = FORBIDDEN_KEYS.has(key);
        if (forbidden) this.fault("forbidden_key", keyAt, key);
        else if (Object.hasOwn(object, key) || absent?.has(key)) this.fault("duplicate_key", keyAt);
        if (this.next() !== COLON) this.stop("json_character_expected", ":");
        this.at += 1;
        const value = this.value();
        if (value === null) absent = (absent ?? new Set()).add(key);
        else if (!forbidden) object[key] = value;
        if (this.found.count > before) this.found.under(before, key);
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
        const before = this.found.count;
        list.push(this.value());
        if (this.found.count > before) this.found.under(before, list.length - 1);
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

  /** A string whose first escape is at `i`. Only escapes can bring in NUL and lone surrogates: the body is valid UTF-8. */
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
    if (refusedCharacter) this.fault("refused_character", start - 1, escapeOf(refusedCharacter[0]));
    this.at = i + 1;
    return read;
  }

  private escape(i: number): string {
    const letter = this.text[i + 1];
    if (letter === undefined) return this.stopInString(i + 1);
    if (letter !== "u") return ESCAPES[letter] ?? this.stopAt(i, "json_bad_escape", { received: `\\${letter}` });
    HEX4.lastIndex = i + 2;
    const digits = HEX4.exec(this.text);
    if (digits === null) return this.stopAt(i, "json_bad_escape", { received: this.text.slice(i, i + 6) });
    return String.fromCharCode(Number.parseInt(digits[0], 16));
  }

  private number(): number {
    const start = this.at;
    NUMBER.lastIndex = start;
    const match = NUMBER.exec(this.text);
    if (match === null) this.stop("json_value_expected");
    const digits = match[0];
    this.at = start + digits.length;
    if (!isExactNumber(digits)) this.fault("number_not_exact", start, digits);
    return Number(digits);
  }

  private fault(code: ValueFault, at: number, received?: string): void {
    this.found.add(() =>
      bodyErrors.failure(code, { ...(received === undefined ? {} : { received: echoed(received) }), params: this.placeOf(at) }),
    );
  }

  private stop(fault: Fault, allowed?: unknown): never {
    if (this.at >= this.text.length) this.stopAt(this.at, "json_ends_early");
    this.stopAt(this.at, fault, {
      received: /^(?:\w+|.)?/su.exec(this.text.slice(this.at, this.at + 20))![0],
      ...(allowed === undefined ? {} : { allowed }),
    });
  }

  private stopInString(at: number): never {
    if (at >= this.text.length) this.stopAt(at, "json_ends_early");
    this.stopAt(at, "json_control_character", { allowed: escapeOf(this.text[at]!) });
  }

  private stopAt(at: number, fault: Fault, facts: { readonly received?: string; readonly allowed?: unknown } = {}): never {
    throw new SyntaxRefusal(bodyErrors.failure(fault, { ...facts, params: this.placeOf(at) }));
  }

  /** Line and column of a position, both from 1; columns count UTF-16 units, as editors do. Faults come in order, so lines are counted once. */
  placeOf(at: number): { readonly line: number; readonly column: number } {
    const { text, place } = this;
    if (at < place.lineStart) Object.assign(place, { line: 1, lineStart: 0 });
    for (let end = text.indexOf("\n", place.lineStart); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) {
      place.line += 1;
      place.lineStart = end + 1;
    }
    return { line: place.line, column: at - place.lineStart + 1 };
  }
}

const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
