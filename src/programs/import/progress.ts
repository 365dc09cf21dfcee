import type { Lang } from "../../platform/contract/index.ts";
import type { Terminal } from "../../command-line/command.ts";
import { createProgressLine, durationText, progressBar } from "../../command-line/progress-line.ts";

/**
 * Progress of an import. The share is computed from bytes where the total number of rows is unknown. Without rows, it is the progress of a file that
 * is being sent.
 */
export interface ImportAdvance {
  readonly done: number;
  readonly total: number;
  readonly rows?: number;
  readonly refused?: number;
}

/** Shows the progress of an import. */
export interface ImportProgress {
  show(advance: ImportAdvance): void;
  /** Ends the progress line with a line break. */
  end(): void;
}

const WORDS = {
  "pt-BR": { refused: "com problema", left: "faltam", sent: "enviado" },
  en: { refused: "with problems", left: "left", sent: "sent" },
} as const;

/** Shows the progress of an import on a stream. `now` is a monotonic clock, in milliseconds. */
export function createImportProgress(stream: Terminal["err"], lang: Lang, now: () => number): ImportProgress {
  const line = createProgressLine(stream, now);
  const startedMs = now();
  return {
    show: (advance) => line.show(() => progressLine(advance, (now() - startedMs) / 1_000, lang), advance.done >= advance.total),
    end: () => line.end(),
  };
}

/** A line such as `[########----------------]  33 %  812 (95/s), 3 com problema, faltam 18 s`. `seconds` is the time so far. */
export function progressLine({ done, total, rows, refused = 0 }: ImportAdvance, seconds: number, lang: Lang): string {
  const words = WORDS[lang];
  const share = total === 0 ? 1 : Math.min(1, done / total);
  if (rows === undefined) return `${progressBar(share)}  ${words.sent}`;
  const perSecond = seconds > 0 ? Math.round(rows / seconds) : 0;
  const problems = refused > 0 ? `, ${refused} ${words.refused}` : "";
  const left = share > 0 && share < 1 ? `, ${words.left} ${durationText((seconds * (1 - share)) / share)}` : "";
  return `${progressBar(share)}  ${rows} (${perSecond}/s)${problems}${left}`;
}
