import { Skeleton } from "@mantine/core";
import classes from "./PageSkeleton.module.css";

const WIDTHS = ["92%", "84%", "96%", "78%", "88%", "70%"];

/** The shape of a screen that is on its way. */
export function PageSkeleton() {
  return (
    <div className={classes["page"]} aria-busy>
      <Skeleton height={28} width={220} mb={20} />
      {WIDTHS.map((width) => (
        <Skeleton key={width} height={16} width={width} mb={14} />
      ))}
    </div>
  );
}
