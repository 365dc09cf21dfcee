import { jsonPointer } from "../basics/json-pointer.ts";
import { displayValue, type Failure } from "./errors.ts";

/** Maximum number of failures in one answer. When there are more, one additional failure counts the rest. */
export const MAX_FAILURES = 100;
const MAX_KEY_LENGTH = 120;
/** The name of the whole document in messages. The document's pointer is empty. */
const WHOLE_DOCUMENT = "JSON";
/** The facts of a failure that contain the received value or a corrected form of it. */
const VALUE_FACTS: readonly string[] = ["received", "fixed"];
const NOTHING: readonly string[] = [];

/**
 * Collects failures while a document is checked. A failure is added with an empty pointer. When the check of a member or an item has
 * increased `count`, the check of the enclosing object or list calls `under` to prepend the key. No pointer is built for a valid document.
 */
export class FailureCollector {
  /** The number of failures, including those beyond the limit. */
  count = 0;
  private readonly kept: { -readonly [Fact in keyof Failure]: Failure[Fact] }[] = [];

  /** Adds a failure. Returns undefined, because that is the result of a check for an invalid value. */
  add(failure: () => Failure): undefined {
    this.count += 1;
    if (this.kept.length < MAX_FAILURES) this.kept.push({ ...failure() });
  }

  /** Prepends `key` to the pointers of the failures added since `count` was `before`. */
  under(before: number, key: string | number): void {
    const step = pointerStep(key);
    for (let i = before; i < this.kept.length; i += 1) this.kept[i]!.pointer = step + this.kept[i]!.pointer;
  }

  /**
   * Marks the failures added since `count` was `before` as personal or not. Only the first mark of each failure counts. It comes from the
   * innermost schema.
   */
  markPersonal(before: number, isPersonal: boolean): void {
    for (let i = before; i < this.kept.length; i += 1) this.kept[i]!.personal ??= isPersonal ? VALUE_FACTS : NOTHING;
  }

  /** Returns the failures with complete pointers. If there were more than the maximum, the last one is the result of `more`. */
  all(completePointer: (pointer: string) => string, more: (rest: number) => Failure): readonly Failure[] {
    for (const failure of this.kept) {
      failure.pointer = completePointer(failure.pointer);
      if (failure.pointer === "") failure.params = { ...failure.params, pointer: WHOLE_DOCUMENT };
    }
    return this.count > this.kept.length ? [...this.kept, more(this.count - this.kept.length)] : this.kept;
  }
}

/** A step of a JSON Pointer (RFC 6901). A long key is cut, because it comes from the sender and the answer repeats it. */
export const pointerStep = (key: string | number): string => jsonPointer([String(key).slice(0, MAX_KEY_LENGTH)]);

/** The form in which an answer may repeat a value: texts, objects and lists as text cut at 120 characters, everything else unchanged. */
export const echoableValue = (value: unknown): unknown =>
  typeof value === "string" || (typeof value === "object" && value !== null) ? displayValue(value) : value;
