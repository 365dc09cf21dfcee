import { useSearch } from "@tanstack/react-router";
import { BulkButton } from "./bulk/BulkButton.tsx";
import { OpenChanges } from "./changes/OpenChanges.tsx";
import { QueueHead } from "./list/QueueHead.tsx";
import { ReviewDesk } from "./ReviewDesk.tsx";
import { SampleList } from "./samples/SampleList.tsx";
import { queueFilterOf, readSearch } from "./search.ts";
import classes from "./review.module.css";

/** The review queue: what waits on the left, the open item on the right. Another filter is another visit. */
export function ReviewPage() {
  const search = readSearch(useSearch({ strict: false }));
  const filter = queueFilterOf(search);
  const { order, view, item, sellerId } = search;
  if (view !== undefined)
    return (
      <div className={classes["otherList"]}>
        <QueueHead />
        {view === "samples" ? <SampleList sellerId={sellerId} /> : <OpenChanges sellerId={sellerId} />}
      </div>
    );
  return (
    <div className={classes["page"]}>
      <div className={classes["head"]}>
        <QueueHead filter={filter} actions={<BulkButton filter={filter} />} />
      </div>
      <ReviewDesk key={JSON.stringify([filter, order])} filter={filter} order={order} addressed={item} />
    </div>
  );
}
