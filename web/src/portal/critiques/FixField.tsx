import { Autocomplete, Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFieldLabel } from "../../ui/use-field-label.ts";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { allowedOf, editorOf } from "./fixes.ts";
import { CRITIQUES_KEYS } from "./keys.ts";
import { type Critique, namesQuery } from "./queries.ts";
import type { RowState } from "./use-fixes.ts";
import classes from "./GroupPanel.module.css";

/** More matches than these are not listed; typing on narrows them. */
const MOST_LISTED = 50;

interface FixFieldProps {
  readonly critique: Critique;
  readonly state: RowState;
  readonly onChange: (value: string) => void;
  readonly onSuggest: () => void;
}

/** The field that a critique is about, with the accepted values to pick from. What has to be seen whole is a link to its product. */
export function FixField({ critique, state, onChange, onSuggest }: FixFieldProps) {
  const { t } = useTranslation("portal/critiques");
  const nameOf = useFieldLabel();
  const editor = editorOf(critique);
  const field = critique.attribute ?? nameOf(critique.pointer.split("/")[1] ?? "");
  const allowed = allowedOf(critique);
  const names = useQuery(namesQuery(allowed === undefined ? editor?.list : undefined)).data;
  if (editor === undefined || state.isSent || !state.mayFix)
    return state.isSent || !state.mayFix ? (
      <span className={classes["quiet"]}>{field}</span>
    ) : (
      <Link to="/produtos/$sku" params={{ sku: critique.sku }} onClick={(event) => event.stopPropagation()}>
        {t("onPage")}
      </Link>
    );
  const shared = {
    size: "xs",
    "aria-label": t("fieldOf", { field, sku: critique.sku }),
    "data-sku": critique.sku,
    value: state.value,
    error: state.refusal !== undefined,
    onClick: (event: { stopPropagation(): void }) => event.stopPropagation(),
  } as const;
  const [suggestion] = critique.suggestions;
  return (
    <span className={classes["field"]}>
      {editor.input === "choice" ? (
        <Autocomplete
          {...shared}
          data={[...(allowed ?? names ?? [])]}
          limit={MOST_LISTED}
          placeholder={critique.attribute ?? t("pick")}
          onChange={onChange}
        />
      ) : (
        <TextInput
          {...shared}
          inputMode={editor.input === "text" ? "text" : editor.input === "decimal" ? "decimal" : "numeric"}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {suggestion === undefined || state.value === suggestion ? null : (
        <Button
          size="compact-xs"
          variant="light"
          tabIndex={-1}
          className={classes["suggestion"]}
          rightSection={<KeyHint keys={CRITIQUES_KEYS.suggest.keys} />}
          onClick={(event) => {
            event.stopPropagation();
            onSuggest();
          }}
        >
          {suggestion}
        </Button>
      )}
    </span>
  );
}
