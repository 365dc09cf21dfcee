import type { ReferenceSnapshot } from "../../reference/index.ts";
import { type AttributeNames, foldName } from "./column-names.ts";

const byVersion = new WeakMap<ReferenceSnapshot, AttributeNames>();

/** The attributes of all product types of a version of the reference data. Collected once per version. */
export function attributeNamesOf(reference: ReferenceSnapshot): AttributeNames {
  let names = byVersion.get(reference);
  if (!names) byVersion.set(reference, (names = collect(reference)));
  return names;
}

function collect({ data }: ReferenceSnapshot): AttributeNames {
  const attributes = new Map<string, { readonly name: string; readonly isMultiple: boolean }>();
  for (const { name, typeSelection } of data.templates.flatMap((template) => template.attributes)) {
    const folded = foldName(name);
    const isMultiple = typeSelection === "MULTIPLE" || (attributes.get(folded)?.isMultiple ?? false);
    attributes.set(folded, { name, isMultiple });
  }
  return { find: (name) => attributes.get(foldName(name)), names: [...attributes.values()].map(({ name }) => name) };
}
