import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";

/** The rows to draw: those in sight, and one more, which keeps the focus when it is out of sight. */
export function withRow(range: Range, row: number): number[] {
  const inSight = defaultRangeExtractor(range);
  return row < 0 || row >= range.count || inSight.includes(row) ? inSight : [...inSight, row].toSorted((one, other) => one - other);
}
