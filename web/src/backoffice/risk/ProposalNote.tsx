import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useActorText } from "../../ui/actor-text.ts";
import { Instant } from "../../ui/Instant.tsx";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { RISK_KEYS } from "./keys.ts";
import type { Proposal } from "./use-frozen.ts";
import classes from "./RiskPage.module.css";

/** Who has proposed what, and who may confirm it. */
export function ProposalNote({
  proposal: { move, proposedBy, proposedByName, proposedAt, reason },
  isMine,
  onWithdraw,
}: {
  readonly proposal: NonNullable<Proposal>;
  readonly isMine: boolean;
  readonly onWithdraw: () => void;
}) {
  const { t } = useTranslation("backoffice/risk");
  const actorText = useActorText();
  const who = actorText({ actor: proposedBy, actorName: proposedByName });
  return (
    <div className={classes["proposal"]} role="status">
      <IconUsers size={20} aria-hidden className={classes["proposalIcon"]} />
      <div className={classes["proposalWords"]}>
        <p>
          <strong>{isMine ? t(`proposal.mine.${move}`) : t(`proposal.theirs.${move}`, { who })}</strong> · <Instant at={proposedAt} />
        </p>
        {reason === undefined ? null : <q>{reason}</q>}
        <p>{t(isMine ? "proposal.needsAnother" : "proposal.confirm")}</p>
      </div>
      <Button size="xs" variant="default" onClick={onWithdraw} rightSection={<KeyHint keys={RISK_KEYS.withdraw.keys} />}>
        {t("proposal.withdraw")}
      </Button>
    </div>
  );
}
