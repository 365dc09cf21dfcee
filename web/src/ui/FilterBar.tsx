import { Button, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconChevronDown, IconSearch, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Choice } from "./ChoiceMenu.tsx";
import classes from "./FilterBar.module.css";
import { dropdownOf, OnDemand } from "./OnDemand.tsx";

const ChoiceMenu = dropdownOf(async () => (await import("./ChoiceMenu.tsx")).ChoiceMenu);

/** One filter of a list. `name` is its place in the address. */
export type Filter =
  | { readonly kind: "text"; readonly name: string; readonly label: string }
  | {
      readonly kind: "choice";
      readonly name: string;
      readonly label: string;
      readonly options: readonly Choice[];
    }
  | { readonly kind: "flag"; readonly name: string; readonly label: string };

/** The filters that are set, as the address has them. */
export type FilterValues = Readonly<Record<string, string | number | boolean | undefined>>;

interface FilterBarProps {
  readonly filters: readonly Filter[];
  readonly values: FilterValues;
  /** Gets what changes; undefined clears a filter. */
  readonly onChange: (change: FilterValues) => void;
}

const TYPING_MS = 250;

/** The filters of a list. Their state lives in the address, so that a list can be bookmarked and "back" leads back. */
export function FilterBar({ filters, values, onChange }: FilterBarProps) {
  const { t } = useTranslation("ui");
  const set = filters.filter(({ name }) => values[name] !== undefined);
  return (
    <div className={classes["bar"]} role="search" aria-label={t("filters.title")}>
      {filters.map((filter) => {
        const value = values[filter.name];
        if (filter.kind === "text")
          return (
            <TextFilter
              key={filter.name}
              label={filter.label}
              value={String(value ?? "")}
              onChange={(text) => onChange({ [filter.name]: text })}
            />
          );
        if (filter.kind === "choice") return <ChoiceFilter key={filter.name} filter={filter} value={value} onChange={onChange} />;
        return (
          <Button
            key={filter.name}
            size="xs"
            variant={value === true ? "light" : "default"}
            aria-pressed={value === true}
            onClick={() => onChange({ [filter.name]: value === true ? undefined : true })}
          >
            {filter.label}
          </Button>
        );
      })}
      {set.length < 2 ? null : (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onClick={() => onChange(Object.fromEntries(set.map(({ name }) => [name, undefined])))}
        >
          {t("filters.clear")}
        </Button>
      )}
    </div>
  );
}

/** Text is handed on when the person has stopped typing for a moment. */
function TextFilter({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string | undefined) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const tell = useDebouncedCallback((text: string) => {
    setTyped(undefined);
    onChange(text === "" ? undefined : text);
  }, TYPING_MS);
  return (
    <TextInput
      size="xs"
      className={classes["text"]}
      type="search"
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={15} aria-hidden />}
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        tell(currentTarget.value.trim());
      }}
    />
  );
}

function ChoiceFilter({
  filter: { name, label, options },
  value,
  onChange,
}: {
  readonly filter: Extract<Filter, { kind: "choice" }>;
  readonly value: FilterValues[string];
  readonly onChange: FilterBarProps["onChange"];
}) {
  const { t } = useTranslation("ui");
  const chosen = options.find((option) => option.value === String(value));
  return (
    <span className={classes["choice"]}>
      <OnDemand
        renderDropdown={(props) => (
          <ChoiceMenu {...props} options={options} chosen={chosen} onChoose={(option) => onChange({ [name]: option.value })} />
        )}
      >
        <Button
          size="xs"
          variant={chosen ? "light" : "default"}
          aria-haspopup="menu"
          rightSection={chosen ? undefined : <IconChevronDown size={14} aria-hidden />}
        >
          {chosen ? `${label}: ${chosen.label}` : label}
        </Button>
      </OnDemand>
      {chosen ? (
        <Button
          size="xs"
          variant="light"
          px={6}
          aria-label={t("filters.clearOne", { filter: label })}
          onClick={() => onChange({ [name]: undefined })}
        >
          <IconX size={14} aria-hidden />
        </Button>
      ) : null}
    </span>
  );
}
