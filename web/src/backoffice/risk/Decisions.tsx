import { Button } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { tell } from "../../app/notices.ts";
import { usePaletteActions } from "../../app/palette-actions.ts";
import { FieldsDialog } from "../../ui/FieldsDialog.tsx";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import type { OrderKey } from "../../ui/order/order-types.ts";
import { RISK_KEYS } from "./keys.ts";
import { decide, type Decision } from "./use-frozen.ts";
import type { ProposalState } from "./use-proposal.ts";

interface DecisionsProps {
  readonly orderKey: OrderKey;
  readonly state: ProposalState;
  readonly onDecided: () => void;
}

/** Releasing and refusing. Where it takes two people, whoever has proposed a move cannot confirm it. */
export function Decisions({ orderKey, state: { proposal, isMine, mayNot, withdraw, readAgain }, onDecided }: DecisionsProps) {
  const { t } = useTranslation("backoffice/risk");
  const [chosen, setChosen] = useState<Decision>("release");
  const [isAsking, setIsAsking] = useState(false);
  const ask = (decision: Decision) => {
    if (mayNot(decision)) return tell("failed", t("proposal.needsAnother"));
    setChosen(decision);
    setIsAsking(true);
  };
  const wordsOf = (decision: Decision) =>
    t(proposal !== null && proposal.move === decision && !isMine ? `confirm.${decision}` : `decide.${decision}`);
  useKeys(RISK_KEYS, {
    release: () => ask("release"),
    refuse: () => ask("refuse"),
    withdraw: proposal === null ? undefined : () => void withdraw(),
  });
  usePaletteActions(
    (["release", "refuse"] as const).map((decision) => ({ id: decision, label: wordsOf(decision), run: () => ask(decision) })),
  );
  const onConfirm = async (values: Readonly<Record<string, string>>) => {
    const outcome = await decide(chosen, orderKey, values);
    tell("done", t(`outcome.${outcome}.${chosen}`, { number: orderKey.orderNumber }));
    await readAgain();
    if (outcome === "done") onDecided();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconX size={16} aria-hidden />}
        rightSection={<KeyHint keys={RISK_KEYS.refuse.keys} />}
        disabled={mayNot("refuse")}
        onClick={() => ask("refuse")}
      >
        {wordsOf("refuse")}
      </Button>
      <Button
        leftSection={<IconCheck size={16} aria-hidden />}
        rightSection={<KeyHint keys={RISK_KEYS.release.keys} onFilled={!mayNot("release")} />}
        disabled={mayNot("release")}
        onClick={() => ask("release")}
      >
        {wordsOf("release")}
      </Button>
      <FieldsDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={wordsOf(chosen)}
        confirm={wordsOf(chosen)}
        isDangerous={chosen === "refuse"}
        draft={`risk.${orderKey.sellerId}.${orderKey.orderNumber}.${chosen}`}
        fields={[{ name: "reason", label: t("reason"), description: t("reasonHint"), isLong: true }]}
        onConfirm={onConfirm}
      >
        {t(`consequence.${chosen}`)}
      </FieldsDialog>
    </>
  );
}
