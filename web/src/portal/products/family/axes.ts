import type { FieldSpec } from "../form/field-specs.ts";

/** The field that tells variations apart, and the size, as the schema of the type has them. */
export const axesOf = (specs: readonly FieldSpec[]) => {
  const variation = specs.find((spec) => spec.kind === "joined");
  const size = specs.find(({ name }) => name === "size");
  return {
    field: variation?.name === "flavor" ? ("flavor" as const) : ("color" as const),
    variationOptions: variation?.kind === "joined" ? variation.options : [],
    chart: size?.kind === "choice" ? size.options : [],
  };
};
