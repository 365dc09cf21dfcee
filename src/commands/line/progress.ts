import type { Terminal } from "../command.ts";

/** Tells a person how far something is: one line that changes on a terminal, now and then a line elsewhere. */
export interface ProgressLine {
  /** `line` is asked for only when it is shown; the last one is never left out on a terminal. */
  show(line: () => string, isLast?: boolean): void;
  /** Leaves the line as it is and goes on below. */
  end(): void;
}

const TERMINAL_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;
const BAR_WIDTH = 24;

/** Progress on a stream. `now` answers milliseconds since anything. */
export function createProgressLine(stream: Terminal["err"], now: () => number): ProgressLine {
  const isTerminal = stream.isTTY === true;
  let shownMs = isTerminal ? Number.NEGATIVE_INFINITY : now();
  let open = false;
  return {
    show(line, isLast = false) {
      if (now() - shownMs < (isTerminal ? TERMINAL_EVERY_MS : LINE_EVERY_MS) && !(isTerminal && isLast)) return;
      shownMs = now();
      stream.write(isTerminal ? `\r${line().slice(0, (stream.columns ?? Number.POSITIVE_INFINITY) - 1)}\x1b[K` : `${line()}\n`);
      open = isTerminal;
    },
    end() {
      if (open) stream.write("\n");
      open = false;
    },
  };
}

/** `[########----------------]  33 %` of a share in [0, 1]. */
export const bar = (share: number): string =>
  `[${"#".repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, "-")}] ${String(Math.floor(share * 100)).padStart(3)} %`;

/** `45 s`, `12 min`, `3 h 20 min`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
