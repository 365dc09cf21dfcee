import { Skeleton } from "@mantine/core";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSellerRole } from "../../app/use-role.ts";
import { StateBadge } from "../../ui/StateBadge.tsx";
import { ActionCards } from "./ActionCards.tsx";
import { ApprovePanel } from "./ApprovePanel.tsx";
import { CancelDialog } from "./CancelDialog.tsx";
import { CheckInPanel } from "./CheckInPanel.tsx";
import { DeliverForm } from "./DeliverForm.tsx";
import { ShippingItems } from "./ShippingItems.tsx";
import type { MoveProps } from "./move-props.ts";
import { isMadeBy, nextMove, stepsOf } from "./moves.ts";
import type { Move } from "./queries.ts";
import classes from "./ShippingSection.module.css";

// Heavy, and only for an order whose turn it is.
const InvoicePanel = lazy(async () => ({ default: (await import("./InvoicePanel.tsx")).InvoicePanel }));
const ShipForm = lazy(async () => ({ default: (await import("./ShipForm.tsx")).ShipForm }));

const PANELS: Readonly<Record<Exclude<Move, "canceled">, ComponentType<MoveProps>>> = {
  approved: ApprovePanel,
  invoiced: InvoicePanel,
  shipped: ShipForm,
  delivered: DeliverForm,
  "check-in": CheckInPanel,
};

/** A shipping of an order: the form of its next step, its items, and all that may be done with it. */
export function ShippingSection({ order, shipping, isOneOfMany }: MoveProps & { readonly isOneOfMany: boolean }) {
  const { t } = useTranslation("portal/order");
  const role = useSellerRole();
  const ofAnotherRole = { code: "seller_role_missing", message: t("actions.ofAnotherRole") };
  const steps = stepsOf(order, shipping, (move) => (isMadeBy(role, move) ? undefined : ofAnotherRole));
  const [chosen, setChosen] = useState<Move>();
  const [isCanceling, setIsCanceling] = useState(false);
  const isPossible = steps.some(({ move, blockedBy }) => move === chosen && blockedBy === undefined);
  const open = isPossible ? chosen : nextMove(steps);
  const Panel = open === undefined || open === "canceled" ? undefined : PANELS[open];
  return (
    <section className={classes["shipping"]} aria-label={t("shipping", { code: shipping.shippingCode })}>
      {isOneOfMany ? (
        <h2 className={classes["title"]}>
          {t("shipping", { code: shipping.shippingCode })} <StateBadge state={shipping.status} />
        </h2>
      ) : null}
      {Panel === undefined ? null : (
        <div className="no-print">
          <Suspense fallback={<Skeleton height={180} />}>
            <Panel order={order} shipping={shipping} />
          </Suspense>
        </div>
      )}
      <ShippingItems shipping={shipping} />
      <ActionCards
        steps={steps}
        open={open}
        onOpen={(move) => {
          if (move === "canceled") setIsCanceling(true);
          else setChosen(move);
        }}
      />
      {isCanceling ? <CancelDialog order={order} shipping={shipping} onClose={() => setIsCanceling(false)} /> : null}
    </section>
  );
}
