/** A JSON Pointer (RFC 6901) of steps, such as `/attributes/Cor` of `attributes` and `Cor`. */
export const jsonPointer = (steps: readonly (string | number)[]): string =>
  steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The steps of a JSON Pointer. */
export const pointerSteps = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
