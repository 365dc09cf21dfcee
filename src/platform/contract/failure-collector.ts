import { displayValue, type Failure } from "./errors.ts";

/** One answer names this many failures; a last row counts the rest. */
export const MAX_FAILURES = 100;
const LONGEST_KEY = 120;
/** What sentences call the document as a whole, whose pointer is empty. */
const WHOLE = "JSON";
/** What failures of values repeat of them. */
const OF_VALUES: readonly string[] = ["received", "fixed"];
const NOTHING: readonly string[] = [];

/**
 * Collects failures while a document is walked. Failures are added with an empty pointer; on the way out each container
 * that sees `count` grown since it called `under` puts its key before them, so a clean document never builds a pointer.
 */
export class FailureCollector {
  /** Every failure found, also those beyond the limit. */
  count = 0;
  private readonly kept: { -readonly [Fact in keyof Failure]: Failure[Fact] }[] = [];

  /** Answers undefined, which is what a value that failed reads as. */
  add(failure: () => Failure): undefined {
    this.count += 1;
    if (this.kept.length < MAX_FAILURES) this.kept.push({ ...failure() });
  }

  /** Puts `key` before the pointers of the failures found since `count` was `before`. */
  under(before: number, key: string | number): void {
    const step = pointerStep(key);
    for (let i = before; i < this.kept.length; i += 1) this.kept[i]!.pointer = step + this.kept[i]!.pointer;
  }

  /** Says of the failures found since `count` was `before` whether what they repeat is personal; who knows their place best said it first. */
  tellPersonal(before: number, isPersonal: boolean): void {
    for (let i = before; i < this.kept.length; i += 1) this.kept[i]!.personal ??= isPersonal ? OF_VALUES : NOTHING;
  }

  /** The failures, with `place` before their pointers, and `more` for the rest. */
  all(place: (pointer: string) => string, more: (rest: number) => Failure): readonly Failure[] {
    for (const failure of this.kept) {
      failure.pointer = place(failure.pointer);
      if (failure.pointer === "") failure.params = { ...failure.params, pointer: WHOLE };
    }
    return this.count > this.kept.length ? [...this.kept, more(this.count - this.kept.length)] : this.kept;
  }
}

/** A step of a JSON Pointer (RFC 6901). Keys are the sender's; a long one is cut, since an answer may repeat it. */
export const pointerStep = (key: string | number): string =>
  `/${String(key).slice(0, LONGEST_KEY).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** A value as an answer may repeat it: short texts, numbers and words as they are, the rest as text cut at 120 characters. */
export const echoableValue = (value: unknown): unknown =>
  typeof value === "string" || (typeof value === "object" && value !== null) ? displayValue(value) : value;
