import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowLeft, IconChecks, IconWand } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/format.ts";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { critiqueColumns } from "./columns.tsx";
import { idOf } from "./fixes.ts";
import { CRITIQUES_KEYS } from "./keys.ts";
import { type Critique, critiquesQuery } from "./queries.ts";
import { isSuggested, useFixes } from "./use-fixes.ts";
import classes from "./GroupPanel.module.css";

const ROW_HEIGHT = 84;
const NARROW = "(max-width: 767px)";

/** The critiques of a code, each with the field that fixes it. The rule stays the heading when the last of them is fixed. */
export function GroupPanel({ code, rule }: { readonly code: string; readonly rule: string | undefined }) {
  const { t } = useTranslation("portal/critiques");
  const [ruleBefore] = useState(rule);
  const title = [rule, ruleBefore].find((one) => one !== undefined && one !== "") ?? code;
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(critiquesQuery(code));
  const critiques = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const fixes = useFixes(code, critiques);
  const [current, setCurrent] = useState<Critique>();
  const panel = useRef<HTMLElement>(null);
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const suggested = fixes.rows?.filter((one) => isSuggested(one) && fixes.stateOf(one).mayFix && !fixes.stateOf(one).isSent) ?? [];
  const save = fixes.changed.length === 0 ? undefined : () => void fixes.save();
  const suggestAll = suggested.length === 0 ? undefined : () => fixes.suggest(suggested);
  useKeys(CRITIQUES_KEYS, { suggest: () => current && fixes.suggest([current]), suggestAll, save });
  const goIntoField = ({ sku }: Critique) => panel.current?.querySelector<HTMLElement>(`input[data-sku="${CSS.escape(sku)}"]`)?.focus();
  return (
    <section ref={panel} className={classes["panel"]} aria-label={title}>
      <Link to="/criticas" className={classes["back"]}>
        <IconArrowLeft size={15} aria-hidden /> {t("all")}
      </Link>
      <div className={classes["head"]}>
        <h2>{title}</h2>
        {fixes.mayFix ? (
          <GroupActions fixes={fixes} suggestAll={suggestAll} save={save} />
        ) : (
          <p className={classes["quiet"]}>{t("onlyRead")}</p>
        )}
      </div>
      <DataTable
        label={title}
        columns={critiqueColumns(t, fixes, isNarrow)}
        rowHeight={ROW_HEIGHT}
        rowsGrow={isNarrow}
        rows={fixes.rows}
        keyOf={idOf}
        onOpen={goIntoField}
        onCurrent={setCurrent}
        error={error}
        onRetry={() => void refetch()}
        onEnd={hasNextPage && !isFetching ? () => void fetchNextPage() : undefined}
        empty={
          <EmptyState icon={IconChecks} title={t("done.title")}>
            {t("done.text")}
          </EmptyState>
        }
      />
    </section>
  );
}

interface GroupActionsProps {
  readonly fixes: Pick<ReturnType<typeof useFixes>, "changed" | "isSaving">;
  /** Absent = there is nothing to suggest. */
  readonly suggestAll: (() => void) | undefined;
  /** Absent = there is nothing to save. */
  readonly save: (() => void) | undefined;
}

function GroupActions({ fixes, suggestAll, save }: GroupActionsProps) {
  const { t, i18n } = useTranslation("portal/critiques");
  return (
    <div className={classes["actions"]}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconWand size={15} aria-hidden />}
        rightSection={<KeyHint keys={CRITIQUES_KEYS.suggestAll.keys} />}
        disabled={suggestAll === undefined}
        onClick={suggestAll}
      >
        {t("suggestAll")}
      </Button>
      <Button
        size="xs"
        rightSection={save === undefined ? undefined : <KeyHint keys={CRITIQUES_KEYS.save.keys} onFilled />}
        loading={fixes.isSaving}
        disabled={save === undefined}
        onClick={save}
      >
        {save === undefined
          ? t("saveNothing")
          : t("save", { count: fixes.changed.length, shown: formatCount(fixes.changed.length, i18n.language) })}
      </Button>
    </div>
  );
}
