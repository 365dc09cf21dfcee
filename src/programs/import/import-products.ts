import { createSellerClient, type RetryingClient } from "../../client/retrying-client.ts";
import { issueTemporaryCredential } from "../../client/temporary-credential.ts";
import type { Terminal } from "../../command-line/command.ts";
import type { Instance } from "../../command-line/instance.ts";
import { createProgressLine } from "../../command-line/progress-line.ts";
import { awaitValidation, type ValidationState } from "./await-validation.ts";
import { openJournal } from "./journal.ts";
import { createImportProgress } from "./progress.ts";
import { importInBulk } from "./bulk-import.ts";
import { importFile, isFileWithColumns } from "./file-import.ts";
import { importRows, type ImportResult, type Way } from "./publish-rows.ts";
import type { Summary } from "./summary-text.ts";

/** Options of an import. */
export interface ImportRequest {
  readonly file: string;
  readonly sellerId: number;
  /** Path of the report; the journal is next to it. */
  readonly report: string;
  /** The text that replaces `{{images}}`. */
  readonly imageBase: string;
  /** Maximum number of rows in progress. */
  readonly concurrency: number;
  /** Quota of the credential, in calls per minute. */
  readonly perMinute: number;
  readonly skipExisting: boolean;
  readonly via: Way;
  /** What columns of a CSV or XLSX file are, as the query parameter has it. */
  readonly mapping: string | undefined;
  /** Whether to ignore the journal of an earlier import. */
  readonly restart: boolean;
  /** Whether to wait for the validation of the products. */
  readonly wait: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Result of an import. */
export interface ImportOutcome {
  readonly summary: Summary;
  /** The error that stopped the import early, because it would affect every row. */
  readonly failure: Error | undefined;
}

const TEXTS = {
  "pt-BR": { waiting: "à espera da validação", credentialLeft: "a credencial do import não pôde ser revogada e expira em 24 h" },
  en: { waiting: "waiting for validation", credentialLeft: "the import's credential could not be revoked and expires in 24 h" },
} as const;

const now = () => performance.now();

/** Publishes a file of products for a seller, with a temporary credential. If there is a journal, continues the earlier import. */
export async function importProducts(instance: Instance, request: ImportRequest, terminal: Terminal): Promise<ImportOutcome> {
  const { sellerId, report, restart } = request;
  const { body: seller } = await instance.request<{ createdAt: string }>("GET", `/operator/v1/sellers/${sellerId}`);
  const journal = openJournal(`${report}.journal`, { url: instance.url, sellerId, createdAt: seller!.createdAt }, restart);
  try {
    return await withSellerClient(instance, request, terminal, async (client) => {
      const progress = createImportProgress(terminal.err, terminal.lang, now);
      const run = isFileWithColumns(request.file) ? importFile : request.via === "bulk" ? importInBulk : importRows;
      const result = await run({ ...request, client, journal, progress, lang: terminal.lang });
      return { summary: await summarize(client, request, result, terminal), failure: result.failure };
    });
  } finally {
    journal.close();
  }
}

/** Runs `work` with a temporary credential. If it cannot be revoked, prints a warning and continues: the credential expires anyway. */
async function withSellerClient<Result>(
  instance: Instance,
  { sellerId, perMinute, signal }: ImportRequest,
  { lang, err }: Terminal,
  work: (client: RetryingClient) => Promise<Result>,
): Promise<Result> {
  const credential = await issueTemporaryCredential(instance, sellerId, { name: "import", scopes: ["products"], plan: perMinute });
  try {
    return await work(createSellerClient({ url: instance.url, credential, lang, signal }));
  } finally {
    await credential.revoke().catch(() => err.write(`${TEXTS[lang].credentialLeft}: ${credential.id}\n`));
  }
}

async function summarize(client: RetryingClient, request: ImportRequest, result: ImportResult, terminal: Terminal): Promise<Summary> {
  const { counts, ignored, accepted, failure, errors } = result;
  const { report, signal } = request;
  const mayWait = request.wait && failure === undefined && !signal.aborted;
  const standing = mayWait ? await showValidation(client, accepted, signal, terminal) : undefined;
  return {
    ...counts,
    ...(ignored.size > 0 ? { ignored: Object.fromEntries(ignored) } : {}),
    report,
    ...(errors === undefined ? {} : { errors }),
    interrupted: signal.aborted,
    ...(standing ? { standing } : {}),
  };
}

/** Waits for the validation and shows the number of products left. Returns undefined if interrupted. */
async function showValidation(
  client: RetryingClient,
  skus: ReadonlySet<string>,
  signal: AbortSignal,
  { lang, err }: Terminal,
): Promise<ValidationState | undefined> {
  const line = createProgressLine(err, now);
  try {
    return await awaitValidation(client, skus, { now, signal, onProgress: (left) => line.show(() => `${left} ${TEXTS[lang].waiting}`) });
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  } finally {
    line.end();
  }
}
