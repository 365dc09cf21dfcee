import type { Lang } from "../../platform/contract/errors.ts";
import type { Terminal } from "../command.ts";
import { bar, createProgressLine, duration } from "../line/progress.ts";

/** How far an import is; `bytes` tell the share, since nobody counted the rows beforehand. */
export interface Advance {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly rows: number;
  readonly refused: number;
}

/** Tells a person how far it is. */
export interface Progress {
  show(advance: Advance): void;
  /** Leaves the line as it is and goes on below. */
  end(): void;
}

const WORDS = {
  "pt-BR": { refused: "com problema", left: "faltam" },
  en: { refused: "with problems", left: "left" },
} as const;

/** Progress of an import on a stream. `now` answers milliseconds since anything. */
export function createProgress(stream: Terminal["err"], lang: Lang, now: () => number): Progress {
  const line = createProgressLine(stream, now);
  const startedMs = now();
  return {
    show: (advance) => line.show(() => progressLine(advance, (now() - startedMs) / 1_000, lang), advance.bytes >= advance.totalBytes),
    end: () => line.end(),
  };
}

/** `[########----------------]  33 %  812 (95/s), 3 com problema, faltam 18 s`. Takes the seconds passed so far. */
export function progressLine({ bytes, totalBytes, rows, refused }: Advance, seconds: number, lang: Lang): string {
  const words = WORDS[lang];
  const share = totalBytes === 0 ? 1 : Math.min(1, bytes / totalBytes);
  const perSecond = seconds > 0 ? Math.round(rows / seconds) : 0;
  const problems = refused > 0 ? `, ${refused} ${words.refused}` : "";
  const left = share > 0 && share < 1 ? `, ${words.left} ${duration((seconds * (1 - share)) / share)}` : "";
  return `${bar(share)}  ${rows} (${perSecond}/s)${problems}${left}`;
}
