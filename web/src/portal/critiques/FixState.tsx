import { useTranslation } from "react-i18next";
import { StateBadge } from "../../ui/StateBadge.tsx";
import type { Critique } from "./queries.ts";
import type { RowState } from "./use-fixes.ts";
import classes from "./GroupPanel.module.css";

/** What became of a row: to be saved, refused, being judged, or what the product is now. */
export function FixState({ critique, state }: { readonly critique: Critique; readonly state: RowState }) {
  const { t } = useTranslation("portal/critiques");
  return (
    <span className={classes["state"]} role="status">
      {state.refusal !== undefined ? (
        <span className={classes["refused"]} title={state.refusal}>
          {state.refusal}
        </span>
      ) : state.verdict !== undefined ? (
        <Verdict critique={critique} verdict={state.verdict} />
      ) : state.isSent ? (
        <span className={classes["quiet"]}>{t("state.judging")}</span>
      ) : state.isChanged ? (
        t("state.changed")
      ) : null}
    </span>
  );
}

function Verdict({
  critique: { code, pointer },
  verdict: { status, reviews },
}: {
  readonly critique: Critique;
  readonly verdict: NonNullable<RowState["verdict"]>;
}) {
  const { t } = useTranslation("portal/critiques");
  const isStill = reviews.some((one) => one.code === code && one.pointer === pointer);
  return (
    <>
      <StateBadge state={status} />
      <span className={classes["quiet"]}>
        {isStill ? t("state.still") : reviews.length === 0 ? t("state.fixed") : t("state.others", { count: reviews.length })}
      </span>
    </>
  );
}
