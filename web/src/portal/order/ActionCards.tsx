import { IconArrowRight, IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { isOutOfTurn, type Step } from "./moves.ts";
import type { Move } from "./queries.ts";
import classes from "./ActionCards.module.css";

interface ActionCardsProps {
  readonly steps: readonly Step[];
  /** The move whose form is open. */
  readonly open: Move | undefined;
  readonly onOpen: (move: Move) => void;
}

/** What may be done with a shipping now, and why the rest may not. */
export function ActionCards({ steps, open, onOpen }: ActionCardsProps) {
  const { t } = useTranslation("portal/order");
  return (
    <section className="no-print" aria-label={t("actions.title")}>
      <h2 className={classes["title"]}>{t("actions.title")}</h2>
      <ul className={classes["cards"]}>
        {steps.map((step) => (
          <li key={step.move}>
            {step.blockedBy === undefined ? (
              <button type="button" className={classes["card"]} aria-pressed={step.move === open} onClick={() => onOpen(step.move)}>
                <span>
                  <strong>{t(`actions.${step.move}.name`)}</strong>
                  <span className={classes["text"]}>{t(`actions.${step.move}.text`)}</span>
                </span>
                <IconArrowRight size={17} aria-hidden />
              </button>
            ) : (
              <div className={classes["card"]} data-blocked title={step.blockedBy.message}>
                <span>
                  <strong>{t(`actions.${step.move}.name`)}</strong>
                  <span className={classes["text"]}>
                    {isOutOfTurn(step.blockedBy) ? t(`actions.${step.move}.when`) : step.blockedBy.message}
                  </span>
                </span>
                <IconLock size={17} aria-hidden />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
