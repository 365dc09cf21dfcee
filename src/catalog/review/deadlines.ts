import { DAY_MS, HOUR_MS, isoDateTime, isoDay, parseDateTime, sha256 } from "../../platform/basics/index.ts";
import type { BusinessHours, ReferenceData } from "../../reference/index.ts";

/** Within which time reviews are due. */
export interface ReviewTimes {
  /** Differs whenever a due time may differ, so that due times of a former rule are recognized. */
  readonly name: string;
  /** When the review of a product of a department is due that waits since `from`; both epoch ms. */
  dueAt(department: string, from: number): number;
}

const NAME_LENGTH = 16;

/** The times of the rule `reviewDeadlines`. `fallbackHours` are those of all departments where there is no such rule. */
export function reviewTimes({ departments, rules }: ReferenceData, fallbackHours: number): ReviewTimes {
  const { hours = fallbackHours, byDepartment = [], businessHours } = rules.reviewDeadlines ?? {};
  const nameOf = new Map(departments.map(({ code, name }) => [code, name]));
  const special = new Map(byDepartment.map((one) => [nameOf.get(one.code)!, one.hours]));
  return {
    name: sha256(JSON.stringify([hours, [...special], businessHours]))
      .toString("hex")
      .slice(0, NAME_LENGTH),
    dueAt(department, from) {
      const wait = (special.get(department) ?? hours) * HOUR_MS;
      return businessHours === undefined ? from + wait : addBusinessTime(from, wait, businessHours);
    },
  };
}

/** Number of days ahead in which business hours are searched. A longer wait ends after them. */
const MOST_DAYS = 3_660;
const DAYS_OF_WEEK = 7;
/** 1970-01-01 was a Thursday: counted from Monday, day 3 of its week. */
const FIRST_DAY_OF_WEEK = 3;

/** The instant at which `wait` milliseconds of business time have passed since `from`, epoch ms. */
function addBusinessTime(from: number, wait: number, { days, from: opens, until: closes, holidays = [] }: BusinessHours): number {
  const first = Math.floor(parseDateTime(`${isoDateTime(from).slice(0, 10)}T00:00:00Z`)! / DAY_MS);
  const closed = new Set(holidays);
  let left = wait;
  for (let day = first; day < first + MOST_DAYS; day += 1) {
    const date = isoDay(day);
    if (!days.includes(((day + FIRST_DAY_OF_WEEK) % DAYS_OF_WEEK) + 1) || closed.has(date)) continue;
    const start = Math.max(from, parseDateTime(`${date}T${opens}`)!);
    const open = Math.max(0, parseDateTime(`${date}T${closes}`)! - start);
    if (left <= open) return start + left;
    left -= open;
  }
  return from + MOST_DAYS * DAY_MS;
}
