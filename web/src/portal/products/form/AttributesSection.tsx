import { MultiSelect, Select, TagsInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AttributeSpec } from "./field-specs.ts";
import { FindingList } from "./FindingList.tsx";
import { useProductForm } from "./form-context.ts";
import type { AttributeValues } from "./product-values.ts";
import classes from "./Form.module.css";

/** The attributes of the product type, each with its values: from its list, or any. */
export function AttributesSection({ specs }: { readonly specs: readonly AttributeSpec[] }) {
  const { values } = useProductForm();
  const known = new Set(specs.map(({ name }) => name));
  // What the template does not have is shown too, so that it can be taken away.
  const others = values.attributes
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => ({ name, isRequired: false, isSingle: false, options: undefined }));
  return (
    <div className={classes["grid"]}>
      {[...specs, ...others].map((spec) => (
        <AttributeField key={spec.name} spec={spec} />
      ))}
    </div>
  );
}

function AttributeField({ spec }: { readonly spec: AttributeSpec }) {
  const { t } = useTranslation("portal/products");
  const { values: product, set, findingsAt, touch, isReadOnly } = useProductForm();
  const nth = product.attributes.findIndex(({ name }) => name === spec.name);
  const chosen = nth === -1 ? [] : product.attributes[nth]!.values;
  const findings =
    nth === -1 ? findingsAt("/attributes").filter(({ attribute }) => attribute === spec.name) : findingsAt(`/attributes/${nth}`);
  const change = (next: readonly string[]) => set("attributes", replaced(product.attributes, spec.name, next));
  const common = {
    id: `field-attributes-${spec.name}`,
    label: spec.name,
    required: spec.isRequired,
    readOnly: isReadOnly,
    onBlur: () => touch("attributes"),
    error:
      findings.length > 0 ? (
        <FindingList
          findings={findings}
          onAccept={(value, { pointer }) => change(spec.isSingle ? [value] : acceptedAt(chosen, pointer, value))}
        />
      ) : undefined,
  };
  const lists = { searchable: true, nothingFoundMessage: t("form.nothingFound"), maxDropdownHeight: 260 };
  return (
    <div className={classes["field"]}>
      {spec.options === undefined ? (
        <TagsInput
          {...common}
          value={[...chosen]}
          onChange={change}
          acceptValueOnBlur
          placeholder={chosen.length === 0 ? t("form.anyText") : ""}
        />
      ) : spec.isSingle && chosen.length < 2 ? (
        <Select
          {...common}
          {...lists}
          clearable={!spec.isRequired}
          data={[...new Set([...chosen, ...spec.options])]}
          value={chosen[0] ?? null}
          onChange={(value) => change(value === null ? [] : [value])}
        />
      ) : (
        <MultiSelect
          {...common}
          {...lists}
          hidePickedOptions
          data={[...new Set([...chosen, ...spec.options])]}
          value={[...chosen]}
          onChange={change}
        />
      )}
    </div>
  );
}

/** The attributes with other values of one of them; without values it is left out. */
const replaced = (all: readonly AttributeValues[], name: string, values: readonly string[]): readonly AttributeValues[] => {
  const others = all.filter((one) => one.name !== name);
  if (values.length === 0) return others;
  const at = all.findIndex((one) => one.name === name);
  return others.toSpliced(at === -1 ? others.length : at, 0, { name, values });
};

/** The values with another one in the place of that which is wrong. */
function acceptedAt(chosen: readonly string[], pointer: string, value: string): readonly string[] {
  const nth = Number(/\/values\/(\d+)/.exec(pointer)?.[1] ?? chosen.length);
  return [...new Set(chosen.toSpliced(nth, 1, value))];
}
