import { useTranslation } from "react-i18next";
import type { Overview } from "../../api/overview.ts";
import { Deadline } from "../../ui/Deadline.tsx";
import { HomeCard, NothingWaits } from "./HomeCard.tsx";
import { NumberLine, NumberRows } from "./NumberRows.tsx";
import type { NumberRow } from "./rows.ts";

interface NumbersCardProps {
  readonly title: string;
  /** Stands instead of rows of zeros. */
  readonly done: string;
  readonly rows: readonly NumberRow[];
  readonly overview: Overview;
}

/** The numbers of one matter, with the first deadline behind each. Not shown to who may see none of them. */
export function NumbersCard({ title, done, rows, overview }: NumbersCardProps) {
  const { t } = useTranslation("portal/home");
  const seen = rows.flatMap((row) => {
    const number = overview.numbers.find(({ name }) => name === row.name);
    return number === undefined ? [] : [{ row, number }];
  });
  if (seen.length === 0) return null;
  return (
    <HomeCard title={title}>
      {seen.every(({ number }) => number.count === 0) ? <NothingWaits>{done}</NothingWaits> : null}
      <NumberRows>
        {seen.map(({ row, number: { count, nextDeadline } }) => (
          <NumberLine
            key={row.name}
            to={row.to}
            search={row.search}
            label={t(`numbers.${row.name}`)}
            detail={nextDeadline === undefined || count === 0 ? undefined : <Deadline at={nextDeadline} />}
            count={count}
            isAlarm={row.isAlarm}
          />
        ))}
      </NumberRows>
    </HomeCard>
  );
}
