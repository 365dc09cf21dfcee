import type { Lang } from "../../platform/contract/index.ts";
import type { Terminal } from "../../command-line/command.ts";
import { coloured } from "../../command-line/colours.ts";
import { alignColumns } from "../../command-line/columns.ts";
import type { SellerCredential } from "../../client/seller-api.ts";

/** The printed fields of a technical validation run. */
export interface ValidationRun {
  readonly id: string;
  readonly status: string;
  readonly complete: boolean;
  readonly checklist: readonly {
    readonly code: string;
    readonly description: string;
    readonly required: number;
    readonly count: number;
    readonly done: boolean;
    readonly missed: readonly { readonly requestId: string; readonly message: string }[];
  }[];
}

const WORDS = {
  "pt-BR": { seller: "Lojista novo do sandbox", run: "Validação técnica", complete: "completa", incomplete: "incompleta" },
  en: { seller: "New seller of the sandbox", run: "Technical validation", complete: "complete", incomplete: "incomplete" },
} as const;

/** The credential of a new seller, as text. The marketplace never shows the token again. */
export const credentialText = ({ clientId, accessToken }: SellerCredential, lang: Lang): string =>
  `${WORDS[lang].seller}\n  client_id: ${clientId}\n  access_token: ${accessToken}\n`;

/** The checklist for people: the progress of each item, and the calls that did not count. */
export function checklistText(run: ValidationRun, elapsedMs: number, lang: Lang, out: Terminal["out"]): string {
  const words = WORDS[lang];
  const rows = run.checklist.map(({ code, description, required, count, done }) => [
    done ? coloured(out, "good", "ok") : coloured(out, "bad", "--"),
    code,
    required === 0 ? String(count) : `${count}/${required}`,
    description,
  ]);
  const missed = run.checklist.flatMap(({ code, done, missed: calls }) =>
    done ? [] : calls.map(({ requestId, message }) => `  ${code}: ${message} (${requestId})\n`),
  );
  const state = `${run.complete ? words.complete : words.incomplete}, ${run.status}`;
  return `${words.run} ${run.id}: ${state} (${(elapsedMs / 1000).toFixed(1)} s)\n${alignColumns(rows)}${missed.join("")}`;
}
