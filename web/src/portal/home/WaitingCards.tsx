import { Skeleton } from "@mantine/core";
import classes from "./HomePage.module.css";

/** The shape of the cards that are on their way. */
export function WaitingCards() {
  return (
    <div className={classes["columns"]} aria-busy>
      <div className={classes["column"]}>
        <Skeleton height={250} />
        <Skeleton height={160} />
      </div>
      <div className={classes["column"]}>
        <Skeleton height={170} />
        <Skeleton height={90} />
      </div>
    </div>
  );
}
