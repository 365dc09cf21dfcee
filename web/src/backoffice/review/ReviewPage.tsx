import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { BulkButton } from "./bulk/BulkButton.tsx";
import { QueueHead } from "./list/QueueHead.tsx";
import { ReviewDesk } from "./ReviewDesk.tsx";
import { queueFilterOf, readSearch } from "./search.ts";
import classes from "./review.module.css";

// Each is loaded when it is looked at for the first time.
const OpenChanges = lazy(async () => ({ default: (await import("./changes/OpenChanges.tsx")).OpenChanges }));
const SampleList = lazy(async () => ({ default: (await import("./samples/SampleList.tsx")).SampleList }));

/** The review queue: what waits on the left, the open item on the right. Another filter is another visit, and so is what a bulk decision leaves. */
export function ReviewPage() {
  const search = readSearch(useSearch({ strict: false }));
  const filter = queueFilterOf(search);
  const { order, view, item, sellerId } = search;
  const navigate = useNavigate();
  const [visit, setVisit] = useState(0);
  const visitAgain = async () => {
    await navigate({ to: "/revisao", search: readSearch({ ...search, item: undefined }), replace: true });
    setVisit(visit + 1);
  };
  if (view !== undefined)
    return (
      <div className={classes["otherList"]}>
        <QueueHead />
        <Suspense>{view === "samples" ? <SampleList sellerId={sellerId} /> : <OpenChanges sellerId={sellerId} />}</Suspense>
      </div>
    );
  return (
    <div className={classes["page"]}>
      <div className={classes["head"]}>
        <QueueHead filter={filter} actions={<BulkButton filter={filter} onDecided={() => void visitAgain()} />} />
      </div>
      <ReviewDesk key={JSON.stringify([filter, order, visit])} filter={filter} order={order} addressed={item} />
    </div>
  );
}
