import { useTranslation } from "react-i18next";
import classes from "./StateBadge.module.css";

/** The colour of each state, the same everywhere. The words are those on the wire. */
const STATES = {
  Recebido: { color: "grey", text: "received" },
  Criticado: { color: "orange", text: "criticized" },
  "Em catalogação": { color: "blue", text: "cataloguing" },
  Aprovado: { color: "green", text: "onSale" },
  Created: { color: "grey", text: "created" },
  approved: { color: "blue", text: "approved" },
  Frozen: { color: "violet", text: "frozen" },
  Invoiced: { color: "teal", text: "invoiced" },
  shipped: { color: "cyan", text: "shipped" },
  delivered: { color: "green", text: "delivered" },
  canceled: { color: "red", text: "canceled" },
  "Waiting Checkin": { color: "orange", text: "waitingCheckin" },
} as const;

/** A state of a product or of an order, as the API spells it. */
export type State = keyof typeof STATES;
/** The colours that mean something. */
export type StateColor = "grey" | "orange" | "blue" | "green" | "violet" | "teal" | "cyan" | "red";

const rowOf = (state: string) => (Object.hasOwn(STATES, state) ? STATES[state as State] : undefined);

/** The word for a state in the person's language. A word that is not known here is shown as it came. */
export function useStateText(): (state: string) => string {
  const { t } = useTranslation("ui");
  return (state) => {
    const row = rowOf(state);
    return row === undefined ? state : t(`states.${row.text}`);
  };
}

/** The state of a product or an order, in its colour. */
export function StateBadge({ state }: { readonly state: string }) {
  return <Tag color={rowOf(state)?.color ?? "grey"}>{useStateText()(state)}</Tag>;
}

/** A word in one of the colours that mean something. */
export function Tag({ color, children }: { readonly color: StateColor; readonly children: string }) {
  return (
    <span className={classes["tag"]} data-color={color}>
      {children}
    </span>
  );
}
