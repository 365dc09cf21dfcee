import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useActorText } from "../../ui/actor-text.ts";
import { Card } from "../../ui/Card.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageSkeleton } from "../../ui/PageSkeleton.tsx";
import { StateBadge } from "../../ui/StateBadge.tsx";
import { Timeline } from "../../ui/Timeline.tsx";
import { historyList, type ProductKey } from "./queries.ts";
import { usePages } from "./use-pages.ts";

/** Causes that have words of their own. */
const CAUSES = [
  "submit",
  "edit",
  "validation",
  "reviewApprove",
  "reviewCriticize",
  "sellerApprove",
  "reviewUndo",
  "change",
  "ask",
  "check",
  "decide",
  "supersede",
  "withdraw",
  "merge",
] as const;

/** Everything that happened to the product and its change requests, the newest first. */
export function HistoryTab({ productKey }: { readonly productKey: ProductKey }) {
  const { t } = useTranslation("backoffice/product");
  const actorText = useActorText();
  const { rows, error, onRetry, onEnd } = usePages(historyList(productKey));
  if (rows === undefined) return error === null ? <PageSkeleton /> : <ErrorPanel error={error} onRetry={onRetry} />;
  return (
    <Card title={t("tabs.historia")}>
      <Timeline
        label={t("tabs.historia")}
        entries={rows.map((event) => {
          const cause = CAUSES.find((one) => one === event.cause);
          return {
            id: `${event.event} ${event.changeRequestId ?? ""} ${event.version}`,
            title: (
              <>
                {cause === undefined ? event.cause : t(`causes.${cause}`)} {event.to === undefined ? null : <StateBadge state={event.to} />}
              </>
            ),
            at: event.date,
            detail: [
              actorText(event),
              t("version", { version: event.version }),
              ...(event.changeRequestId === undefined ? [] : [t("changeRequest", { id: event.changeRequestId })]),
              ...(event.fields ?? []).map(({ pointer }) => pointer),
            ].join(" · "),
          };
        })}
      />
      {onEnd === undefined ? null : (
        <Button variant="default" size="xs" onClick={onEnd} mt="md">
          {t("more")}
        </Button>
      )}
    </Card>
  );
}
