import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useActorText } from "../../ui/actor-text.ts";
import { Card, Fact, Facts } from "../../ui/Card.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { Money } from "../../ui/Money.tsx";
import { ItemsTable } from "../../ui/order/ItemsTable.tsx";
import type { DeskOrder, DeskTimelineEntry, OrderKey } from "../../ui/order/order-types.ts";
import { OrderTimeline } from "../../ui/order/OrderTimeline.tsx";
import { deskOrderQuery, deskTimelineQuery } from "../../ui/order/queries.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { PageSkeleton } from "../../ui/PageSkeleton.tsx";
import { StateBadge } from "../../ui/StateBadge.tsx";
import { Decisions } from "./Decisions.tsx";
import { RISK_KEYS } from "./keys.ts";
import { ProposalNote } from "./ProposalNote.tsx";
import { SignalsCard } from "./SignalsCard.tsx";
import { useProposal } from "./use-proposal.ts";
import classes from "./RiskPage.module.css";

/** The order that is decided now: why it is frozen, what is unusual about it, who has proposed what. */
export function FrozenOrder({ orderKey, onDecided }: { readonly orderKey: OrderKey; readonly onDecided: () => void }) {
  const { data: order, error, refetch } = useQuery(deskOrderQuery(orderKey));
  const { data: entries = [] } = useQuery(deskTimelineQuery(orderKey));
  if (order !== undefined) return <Whole order={order} orderKey={orderKey} entries={entries} onDecided={onDecided} />;
  return error === null ? <PageSkeleton /> : <ErrorPanel error={error} onRetry={() => void refetch()} />;
}

interface WholeProps {
  readonly order: DeskOrder;
  readonly orderKey: OrderKey;
  readonly entries: readonly DeskTimelineEntry[];
  readonly onDecided: () => void;
}

function Whole({ order, orderKey, entries, onDecided }: WholeProps) {
  const { t } = useTranslation("backoffice/risk");
  const navigate = useNavigate();
  const params = { sellerId: String(orderKey.sellerId), orderNumber: orderKey.orderNumber };
  useKeys(RISK_KEYS, { open: () => void navigate({ to: "/pedidos/$sellerId/$orderNumber", params }) });
  const { shippings = [] } = order;
  const isFrozen = order.orderStatus === "Frozen";
  const state = useProposal(orderKey, isFrozen);
  return (
    <>
      <PageHeader
        title={order.orderNumber}
        badge={<StateBadge state={order.orderStatus} />}
        text={
          <>
            {[shippings[0]?.sender.sellerName, order.originSite].filter(Boolean).join(" · ")}
            {" · "}
            <Link to="/pedidos/$sellerId/$orderNumber" params={params} className={classes["link"]}>
              {t("openOrder")}
            </Link>
          </>
        }
        actions={isFrozen ? <Decisions orderKey={orderKey} state={state} onDecided={onDecided} /> : undefined}
      />
      {isFrozen ? null : <p className={classes["over"]}>{t("over")}</p>}
      {state.proposal === null ? null : (
        <ProposalNote proposal={state.proposal} isMine={state.isMine} onWithdraw={() => void state.withdraw()} />
      )}
      <div className={classes["columns"]}>
        <div className={classes["main"]}>
          <SignalsCard signals={order.signals} />
          <Card title={t("items")} isFlush>
            <ItemsTable sellerId={orderKey.sellerId} items={shippings.flatMap(({ items }) => items)} />
          </Card>
        </div>
        <div className={classes["main"]}>
          <FactsCard order={order} frozen={entries.findLast(({ move }) => move === "freeze")} />
          <Card title={t("history")}>
            <OrderTimeline entries={entries} />
          </Card>
        </div>
      </div>
    </>
  );
}

function FactsCard({ order, frozen }: { readonly order: DeskOrder; readonly frozen: DeskTimelineEntry | undefined }) {
  const { t } = useTranslation("backoffice/risk");
  const actorText = useActorText();
  const { customer } = order.shippings?.[0] ?? {};
  return (
    <Card title={t("facts.title")}>
      <Facts>
        <Fact name={t("facts.reason")}>{frozen?.reason === undefined ? undefined : <q>{frozen.reason}</q>}</Fact>
        <Fact name={t("facts.frozenBy")}>{frozen && actorText(frozen)}</Fact>
        <Fact name={t("facts.frozen")}>{frozen && <Instant at={frozen.date} />}</Fact>
        <Fact name={t("facts.made")}>
          <Instant at={order.orderDate} />
        </Fact>
        <Fact name={t("facts.paid")}>{order.paymentDate === undefined ? t("facts.unpaid") : <Instant at={order.paymentDate} />}</Fact>
        <Fact name={t("facts.ways")}>{order.paymentGatewayInfos?.length}</Fact>
        <Fact name={t("facts.net")}>
          <Money value={order.totalNet} />
        </Fact>
        <Fact name={t("facts.customer")}>{customer?.customerName}</Fact>
        <Fact name={t("facts.document")}>{customer?.document}</Fact>
        <Fact name={t("facts.city")}>{[customer?.address?.city, customer?.address?.state].filter(Boolean).join(", ")}</Fact>
      </Facts>
    </Card>
  );
}
