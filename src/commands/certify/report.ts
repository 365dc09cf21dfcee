import type { Lang } from "../../platform/contract/errors.ts";
import type { Terminal } from "../command.ts";
import { paint } from "../line/paint.ts";
import { columns } from "../table.ts";
import type { SellerCredential } from "./seller-api.ts";

/** A run as it is answered, as far as it is printed. */
export interface CertifiedRun {
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

/** A credential that was made for the run: the token is shown here and never again. */
export const credentialText = ({ clientId, accessToken }: SellerCredential, lang: Lang): string =>
  `${WORDS[lang].seller}\n  client_id: ${clientId}\n  access_token: ${accessToken}\n`;

/** The checklist for people: what was done of each item, and which calls did not count. */
export function checklistText(run: CertifiedRun, elapsedMs: number, lang: Lang, out: Terminal["out"]): string {
  const words = WORDS[lang];
  const rows = run.checklist.map(({ code, description, required, count, done }) => [
    done ? paint(out, "good", "ok") : paint(out, "bad", "--"),
    code,
    required === 0 ? String(count) : `${count}/${required}`,
    description,
  ]);
  const missed = run.checklist.flatMap(({ code, done, missed: calls }) =>
    done ? [] : calls.map(({ requestId, message }) => `  ${code}: ${message} (${requestId})\n`),
  );
  const state = `${run.complete ? words.complete : words.incomplete}, ${run.status}`;
  return `${words.run} ${run.id}: ${state} (${(elapsedMs / 1000).toFixed(1)} s)\n${columns(rows)}${missed.join("")}`;
}
