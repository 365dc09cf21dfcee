import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { chosenSeller } from "../../api/seller-choice.ts";
import { Picture } from "../../ui/Picture.tsx";
import type { TableColumn } from "../../ui/table/columns.ts";
import { FixField } from "./FixField.tsx";
import { FixState } from "./FixState.tsx";
import type { Critique } from "./queries.ts";
import type { useFixes } from "./use-fixes.ts";
import classes from "./GroupPanel.module.css";

const PICTURE_PX = 40;

/** What each row shows: the product, what was criticized, the field, and what became of it. On a phone they stand below each other. */
export function critiqueColumns(
  t: TFunction<"portal/critiques">,
  fixes: ReturnType<typeof useFixes>,
  isNarrow: boolean,
): readonly TableColumn<Critique>[] {
  const fixCell = (critique: Critique) => (
    <FixField
      critique={critique}
      state={fixes.stateOf(critique)}
      onChange={(value) => fixes.type(critique, value)}
      onSuggest={() => fixes.suggest([critique])}
    />
  );
  const stateCell = (critique: Critique) => <FixState critique={critique} state={fixes.stateOf(critique)} />;
  const product = { id: "product", header: t("columns.product"), value: ({ sku }: Critique) => sku };
  const card = (critique: Critique) => (
    <div className={classes["card"]}>
      {productCell(critique)}
      {messageCell(critique)}
      {fixCell(critique)}
      {stateCell(critique)}
    </div>
  );
  return isNarrow
    ? [{ ...product, cell: card, width: "minmax(0, 1fr)" }]
    : [
        { ...product, cell: productCell, width: "minmax(190px, 0.9fr)" },
        { id: "message", header: t("columns.message"), cell: messageCell, width: "minmax(200px, 1.2fr)" },
        { id: "fix", header: t("columns.fix"), cell: fixCell, width: "minmax(200px, 1fr)" },
        { id: "state", header: t("columns.state"), cell: stateCell, width: "minmax(140px, 0.7fr)" },
      ];
}

const productCell = ({ sku }: Critique) => (
  <span className={classes["product"]}>
    <Picture sellerId={chosenSeller.get() ?? 0} sku={sku} nth={0} size={PICTURE_PX} alt="" />
    <Link to="/produtos/$sku" params={{ sku }} tabIndex={-1} className={classes["sku"]} onClick={(event) => event.stopPropagation()}>
      {sku}
    </Link>
  </span>
);
const messageCell = ({ message }: Critique) => (
  <span className={classes["message"]} title={message}>
    {message}
  </span>
);
