import type { Lang } from "../../platform/errors.ts";
import type { Terminal } from "../command.ts";

/** How far an import is; `bytes` tell the share, since nobody counted the rows beforehand. */
export interface Advance {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly rows: number;
  readonly refused: number;
}

/** Tells a person how far it is: one line that changes on a terminal, now and then a line elsewhere. */
export interface Progress {
  show(advance: Advance): void;
  /** Leaves the line as it is and goes on below. */
  end(): void;
}

const TERMINAL_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;
const BAR_WIDTH = 24;

const WORDS = {
  "pt-BR": { refused: "com problema", left: "faltam" },
  en: { refused: "with problems", left: "left" },
} as const;

/** Progress on a stream. `now` answers milliseconds since anything. */
export function createProgress(stream: Terminal["err"], lang: Lang, now: () => number): Progress {
  const isTerminal = stream.isTTY === true;
  const startedMs = now();
  let shownMs = isTerminal ? Number.NEGATIVE_INFINITY : startedMs;
  let open = false;
  return {
    show(advance) {
      const isOver = advance.bytes >= advance.totalBytes;
      if (now() - shownMs < (isTerminal ? TERMINAL_EVERY_MS : LINE_EVERY_MS) && !(isTerminal && isOver)) return;
      shownMs = now();
      const line = progressLine(advance, (now() - startedMs) / 1_000, lang);
      stream.write(isTerminal ? `\r${line.slice(0, (stream.columns ?? Number.POSITIVE_INFINITY) - 1)}\x1b[K` : `${line}\n`);
      open = isTerminal;
    },
    end() {
      if (open) stream.write("\n");
      open = false;
    },
  };
}

/** `[########----------------]  33 %  812 (95/s), 3 com problema, faltam 18 s`. Takes the seconds passed so far. */
export function progressLine({ bytes, totalBytes, rows, refused }: Advance, seconds: number, lang: Lang): string {
  const words = WORDS[lang];
  const share = totalBytes === 0 ? 1 : Math.min(1, bytes / totalBytes);
  const bar = "#".repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, "-");
  const percent = String(Math.floor(share * 100)).padStart(3);
  const perSecond = seconds > 0 ? Math.round(rows / seconds) : 0;
  const problems = refused > 0 ? `, ${refused} ${words.refused}` : "";
  const left = share > 0 && share < 1 ? `, ${words.left} ${duration((seconds * (1 - share)) / share)}` : "";
  return `[${bar}] ${percent} %  ${rows} (${perSecond}/s)${problems}${left}`;
}

/** `45 s`, `12 min`, `3 h 20 min`. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
