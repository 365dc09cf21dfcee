import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { answerOf } from "../../api/client.ts";
import { tell } from "../../app/notices.ts";
import { FieldsDialog } from "../../ui/FieldsDialog.tsx";
import type { OrderKey } from "../../ui/order/order-types.ts";
import { deskOrderQuery } from "../../ui/order/queries.ts";
import { callMove, MOVES, type OfferedMove } from "./moves.ts";

/** Asks for what a move needs, and makes it. */
export function MoveDialog({
  move: { rel, shippingCode },
  orderKey,
  opened,
  onClose,
}: {
  readonly move: OfferedMove;
  readonly orderKey: OrderKey;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation("backoffice/order");
  const queryClient = useQueryClient();
  const { fields, isDangerous = false } = MOVES[rel];
  return (
    <FieldsDialog
      opened={opened}
      onClose={onClose}
      title={t(`moves.${rel}.name`)}
      confirm={t(`moves.${rel}.name`)}
      isDangerous={isDangerous}
      draft={`order.${orderKey.sellerId}.${orderKey.orderNumber}.${rel}`}
      fields={fields.map((name) => ({
        name,
        label: t(`fields.${name}`),
        isLong: name === "reason",
        ...(name === "reason" ? { description: t(rel === "cancel" ? "reasonForSeller" : "reasonForAudit") } : {}),
      }))}
      onConfirm={async (values) => {
        await answerOf<unknown>(callMove(rel, orderKey, shippingCode, values));
        tell("done", t("moved", { move: t(`moves.${rel}.name`), number: orderKey.orderNumber }));
        await queryClient.invalidateQueries({ queryKey: deskOrderQuery(orderKey).queryKey });
        void queryClient.invalidateQueries({ queryKey: ["desk-orders"] });
      }}
    >
      {t(`moves.${rel}.text`)}
    </FieldsDialog>
  );
}
