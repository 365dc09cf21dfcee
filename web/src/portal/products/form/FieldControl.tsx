import { MultiSelect, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { NumberField } from "../../../ui/NumberField.tsx";
import { useFieldLabel } from "../../../ui/use-field-label.ts";
import type { FieldSpec } from "./field-specs.ts";
import { FindingList } from "./FindingList.tsx";
import { useProductForm } from "./form-context.ts";
import { valueText } from "./value-text.ts";
import classes from "./Form.module.css";

const UNITS: Readonly<Record<string, string>> = { height: "cm", width: "cm", depth: "cm", weight: "kg" };
const JOINT = "+";
const MOST_JOINED = 3;
/** Options of a long list that are drawn at a time. */
const SHOWN_OPTIONS = 80;

const ORDER: ("label" | "input" | "error" | "description")[] = ["label", "input", "error", "description"];
/** The server's description of a field, unless it only repeats its name: `Altura em centímetros.` */
const saysMore = (description: string | undefined, label: string): string | undefined =>
  description?.startsWith(label) === true && description.length < label.length + SHORT ? undefined : description;
const SHORT = 20;
/** A value that the list does not have is shown all the same, with what is wrong with it. */
const withCurrent = (options: readonly string[], ...current: readonly string[]): string[] => [
  ...new Set([...current.filter((one) => one !== ""), ...options]),
];

/** One field of a product: how it is entered follows from the schema of its type, what is wrong with it stands below. */
export function FieldControl({ spec }: { readonly spec: FieldSpec }) {
  const { t, i18n } = useTranslation("portal/products");
  const { values, set, findingsAt, touch, isReadOnly, fixed } = useProductForm();
  const label = useFieldLabel()(spec.name);
  const { name } = spec;
  const text = valueText(values[name]);
  const findings = findingsAt(`/${name}`);
  const errors = findings.filter(({ isError }) => isError);
  const accept = (value: string) => set(name, spec.kind === "number" ? Number(value) : value);
  const common = {
    id: `field-${name}`,
    label,
    required: spec.isRequired,
    withAsterisk: spec.isRequired,
    readOnly: isReadOnly || fixed.has(name),
    onBlur: () => touch(name),
    error: errors.length > 0 ? <FindingList findings={errors} onAccept={accept} /> : undefined,
    // Below the control, so that controls of a line stand in line.
    inputWrapperOrder: ORDER,
    description: i18n.language === "pt-BR" && errors.length === 0 ? saysMore(spec.description, label) : undefined,
  };
  const warnings = findings.filter(({ isError }) => !isError);
  return (
    <div className={classes["field"]} data-wide={spec.kind === "long" || name === "name" || undefined}>
      <Control spec={spec} text={text} common={common} onChange={(value) => set(name, value)} words={{ nothing: t("form.nothingFound") }} />
      <FindingList findings={warnings} onAccept={accept} />
    </div>
  );
}

interface ControlProps {
  readonly spec: FieldSpec;
  readonly text: string;
  readonly common: {
    readonly id: string;
    readonly label: string;
    readonly readOnly: boolean;
    readonly onBlur: () => void;
    readonly error: React.ReactNode;
  };
  readonly onChange: (value: unknown) => void;
  readonly words: { readonly nothing: string };
}

function Control({ spec, text, common, onChange, words }: ControlProps) {
  const lists = { searchable: !common.readOnly, limit: SHOWN_OPTIONS, nothingFoundMessage: words.nothing, maxDropdownHeight: 260 };
  if (spec.kind === "choice")
    return (
      <Select
        {...common}
        {...lists}
        data={withCurrent(spec.options, text)}
        value={text === "" ? null : text}
        onChange={(value) => onChange(value ?? undefined)}
        clearable={false}
      />
    );
  if (spec.kind === "joined") {
    const parts = text === "" ? [] : text.split(JOINT);
    return (
      <MultiSelect
        {...common}
        {...lists}
        data={withCurrent(spec.options, ...parts)}
        value={parts}
        maxValues={MOST_JOINED}
        hidePickedOptions
        onChange={(all) => onChange(all.length === 0 ? undefined : all.join(JOINT))}
      />
    );
  }
  if (spec.kind === "number")
    return (
      <NumberField
        {...common}
        value={text === "" ? undefined : Number(text)}
        decimals={spec.decimals}
        unit={UNITS[spec.name]}
        onChange={onChange}
      />
    );
  if (spec.kind === "switch")
    return (
      <Switch
        id={common.id}
        label={common.label}
        disabled={common.readOnly}
        checked={text === "true"}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  return <TextControl spec={spec} text={text} common={common} onChange={onChange} />;
}

/** A text of one line, or of several. */
function TextControl({
  spec,
  text,
  common,
  onChange,
}: Omit<ControlProps, "words" | "spec"> & { readonly spec: Extract<FieldSpec, { kind: "text" | "long" | "fixed" }> }) {
  if (spec.kind === "fixed") return <TextInput {...common} value={spec.value} readOnly />;
  const length = spec.maxLength === undefined || text.length < spec.maxLength / 2 ? null : `${text.length}/${spec.maxLength}`;
  const typed = {
    ...common,
    value: text,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value),
  };
  return spec.kind === "long" ? (
    <Textarea
      {...typed}
      autosize
      minRows={3}
      maxRows={10}
      rightSection={length}
      rightSectionWidth={76}
      classNames={{ section: classes["length"] }}
    />
  ) : (
    <TextInput {...typed} rightSection={length} rightSectionWidth={64} classNames={{ section: classes["length"] }} />
  );
}
