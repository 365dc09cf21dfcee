import { Button, Drawer, Skeleton } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { formatCount } from "../../ui/format.ts";
import { Timeline } from "../../ui/Timeline.tsx";
import { type LedgerEntry, readLedger, type StockLine } from "./stock-query.ts";
import classes from "./stock.module.css";

/** Why a stock is what it is: the sum, and each change with its cause. */
export function LedgerDrawer({ line, onClose }: { readonly line: StockLine | undefined; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation("portal/stock");
  // Opens once it is there, so that it knows where to give the focus back.
  const isMounted = useMounted();
  const { t: inShell } = useTranslation("ui");
  const shown = (count: number) => formatCount(count, i18n.language);
  return (
    <Drawer
      opened={line !== undefined && isMounted}
      onClose={onClose}
      position="right"
      size="md"
      padding="lg"
      classNames={{ title: classes["drawerTitle"] ?? "" }}
      title={line === undefined ? "" : t("why.title", { count: line.availableForSale })}
      closeButtonProps={{ "aria-label": inShell("close") }}
    >
      {line === undefined ? null : (
        <>
          <p className={classes["explained"]}>
            <strong>{line.sku}</strong> {line.name}
          </p>
          <p className={classes["sum"]}>
            <span className={classes["numbers"]}>
              {shown(line.physical)} − {shown(line.reserved)} = {shown(line.availableForSale)}
            </span>
            <span className={classes["sumWords"]}>{t("why.sum")}</span>
          </p>
          <Changes line={line} />
        </>
      )}
    </Drawer>
  );
}

function Changes({ line: { sku } }: { readonly line: StockLine }) {
  const { t, i18n } = useTranslation("portal/stock");
  const ledger = useInfiniteQuery({
    queryKey: ["stock-ledger", sku],
    queryFn: ({ pageParam, signal }) => readLedger(sku, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ totalPages }, pages) => (pages.length < totalPages ? pages.length : undefined),
  });
  if (ledger.error !== null) return <ErrorPanel error={ledger.error} onRetry={() => void ledger.refetch()} />;
  if (ledger.data === undefined)
    return (
      <div aria-busy>
        <span className="visually-hidden">{t("why.loading")}</span>
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} height={40} mb={12} />
        ))}
      </div>
    );
  const signed = new Intl.NumberFormat(i18n.language, { signDisplay: "always" });
  const change = (key: "physical" | "reserved", delta: number, after: number) =>
    delta === 0 ? [] : [t(`why.${key}`, { delta: signed.format(delta), after: formatCount(after, i18n.language) })];
  const detail = (entry: LedgerEntry) =>
    [...change("physical", entry.physicalDelta, entry.physical), ...change("reserved", entry.reservedDelta, entry.reserved)].join(" · ");
  return (
    <>
      <Timeline
        label={t("why.changes")}
        entries={ledger.data.pages.flatMap(({ items }) =>
          items.map((entry) => ({ id: String(entry.version), title: entry.message ?? entry.cause, detail: detail(entry), at: entry.date })),
        )}
      />
      {ledger.hasNextPage ? (
        <Button variant="default" loading={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
          {t("why.more")}
        </Button>
      ) : null}
    </>
  );
}
