import { IconArrowRight, IconLock } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePaletteActions } from "../../app/palette-actions.ts";
import { worksAs } from "../../app/roles.ts";
import { useMe } from "../../app/use-session.ts";
import type { DeskOrder, OrderKey } from "../../ui/order/order-types.ts";
import { MoveDialog } from "./MoveDialog.tsx";
import { MOVES, type OfferedMove } from "./moves.ts";
import classes from "./OrderPage.module.css";

/** Refusals because of the state, which people understand sooner in other words than a program. */
const NOT_NOW: ReadonlySet<string> = new Set(["order_move_refused", "order_final", "order_frozen"]);

/** What the person's role may do with the order now, and why the rest has to wait. What is possible comes first. */
export function MovesCard({ order, orderKey }: { readonly order: DeskOrder; readonly orderKey: OrderKey }) {
  const { t } = useTranslation("backoffice/order");
  const me = useMe();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<OfferedMove>();
  const [isOpen, setIsOpen] = useState(false);
  const all: readonly OfferedMove[] = [...order.actions, ...order.shippingActions];
  const offered = all.filter(({ rel }) => worksAs(me, MOVES[rel].roles) && (rel !== "check-in" || order.orderType === "Exchange"));
  const open = offered.filter(({ blockedBy }) => blockedBy === undefined);
  const blocked = offered.filter(({ blockedBy }) => blockedBy !== undefined);
  const ask = (move: OfferedMove) => {
    if (MOVES[move.rel].isAtRiskDesk) return void navigate({ to: "/risco", search: orderKey });
    setChosen(move);
    setIsOpen(true);
  };
  usePaletteActions(open.map((move) => ({ id: idOf(move), label: t(`moves.${move.rel}.name`), run: () => ask(move) })));
  if (offered.length === 0) return null;
  return (
    <section className="no-print" aria-labelledby="moves">
      <h2 id="moves" tabIndex={-1} className={classes["heading"]}>
        {t("moves.title")}
      </h2>
      <ul className={classes["moves"]}>
        {open.map((move) => (
          <li key={idOf(move)}>
            {MOVES[move.rel].isAtRiskDesk ? (
              <Link to="/risco" search={orderKey} className={classes["move"]}>
                <MoveWords move={move} />
              </Link>
            ) : (
              <button type="button" className={classes["move"]} onClick={() => ask(move)}>
                <MoveWords move={move} />
              </button>
            )}
          </li>
        ))}
        {blocked.map((move) => (
          <li key={idOf(move)} className={classes["blocked"]}>
            <IconLock size={15} aria-hidden className={classes["lock"]} />
            <span>
              <strong>{t(`moves.${move.rel}.name`)}</strong>
              {move.shippingCode === undefined ? null : ` · ${t("shipping.code", { code: move.shippingCode })}`}
              <span className={classes["why"]}>
                {NOT_NOW.has(move.blockedBy?.code ?? "") ? t(`moves.${move.rel}.when`) : move.blockedBy?.message}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {chosen === undefined ? null : <MoveDialog move={chosen} orderKey={orderKey} opened={isOpen} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

const idOf = ({ rel, shippingCode }: OfferedMove) => `${rel} ${shippingCode ?? ""}`;

function MoveWords({ move: { rel, shippingCode } }: { readonly move: OfferedMove }) {
  const { t } = useTranslation("backoffice/order");
  return (
    <>
      <span className={classes["moveHead"]}>
        <strong>{t(`moves.${rel}.name`)}</strong>
        <IconArrowRight size={16} aria-hidden />
      </span>
      <span className={classes["moveText"]}>
        {shippingCode === undefined ? null : `${t("shipping.code", { code: shippingCode })} · `}
        {t(`moves.${rel}.text`)}
      </span>
    </>
  );
}
