import type { Terminal } from "./command.ts";

/** Shows progress: on a terminal, one line that changes; on any other stream, a new line every few seconds. */
export interface ProgressLine {
  /** Shows a line, unless the previous one was shown too recently; then `line` is not called. A terminal always shows a line with `isLast`. */
  show(line: () => string, isLast?: boolean): void;
  /** Ends the progress line with a line break. */
  end(): void;
}

const TERMINAL_INTERVAL_MS = 100;
const OTHER_INTERVAL_MS = 5_000;
const BAR_WIDTH = 24;

/** Creates a progress line on a stream. `now` is a monotonic clock, in milliseconds. */
export function createProgressLine(stream: Terminal["err"], now: () => number): ProgressLine {
  const isTerminal = stream.isTTY === true;
  let shownMs = isTerminal ? Number.NEGATIVE_INFINITY : now();
  let isOpen = false;
  return {
    show(line, isLast = false) {
      if (now() - shownMs < (isTerminal ? TERMINAL_INTERVAL_MS : OTHER_INTERVAL_MS) && !(isTerminal && isLast)) return;
      shownMs = now();
      stream.write(isTerminal ? `\r${line().slice(0, (stream.columns ?? Number.POSITIVE_INFINITY) - 1)}\x1b[K` : `${line()}\n`);
      isOpen = isTerminal;
    },
    end() {
      if (isOpen) stream.write("\n");
      isOpen = false;
    },
  };
}

/** A bar such as `[########----------------]  33 %` for a share in [0, 1]. */
export const progressBar = (share: number): string =>
  `[${"#".repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, "-")}] ${String(Math.floor(share * 100)).padStart(3)} %`;

/** A duration such as `45 s`, `12 min` or `3 h 20 min`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
