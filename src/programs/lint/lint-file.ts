import { parseRow, readRows, replacePlaceholder } from "../../client/ndjson-rows.ts";
import { checkSubmission, validateBodies, checkImagesOnce, type Submission, type CritiqueView } from "../../catalog/index.ts";
import { readSettings } from "../../config.ts";
import { realNow } from "../../platform/basics/index.ts";
import type { Lang } from "../../platform/contract/index.ts";
import { createOutbound } from "../../platform/outbound/index.ts";
import { buildSnapshot, integrityProblems, readReferenceFiles, type ReferenceSnapshot } from "../../reference/index.ts";

/** A critique of a product, or an error in a row that cannot be read. */
export type Finding = Pick<CritiqueView, "code" | "severity" | "message"> & Partial<CritiqueView>;

/** A row of the file with its findings. `sku` is `-` if the row has none. */
export interface LintedRow {
  readonly line: number;
  readonly sku: string;
  readonly findings: readonly Finding[];
}

/** Options of a lint run. */
export interface LintOptions {
  readonly file: string;
  /** Folder of the reference data. */
  readonly reference: string;
  /** The text that replaces `{{images}}`. */
  readonly imageBase: string;
  /** Whether to download and check images too. */
  readonly withImages: boolean;
  readonly lang: Lang;
}

/** Whether a row has an error; warnings do not count. */
export const hasError = ({ findings }: LintedRow): boolean => findings.some(({ severity }) => severity === "error");

/** Finds the critiques that the products of a file would get. Validates the rows of a family together. Rejects if a file cannot be read. */
export async function lintFile({ file, reference, imageBase, withImages, lang }: LintOptions): Promise<readonly LintedRow[]> {
  const snapshot = await readReference(reference, lang);
  const rows = await readSubmissions(file, imageBase, snapshot, lang);
  const submissions = rows.flatMap(({ submission }) => submission ?? []);
  const images = withImages ? await checkImages(submissions, imageBase) : undefined;
  const findings = validateBodies(submissions, { reference: snapshot, lang, ...(images ? { images } : {}) }).values();
  return rows.map(({ line, sku, submission, errors }) => ({ line, sku, findings: submission ? findings.next().value! : errors }));
}

async function readReference(folder: string, lang: Lang): Promise<ReferenceSnapshot> {
  const data = await readReferenceFiles(folder);
  const [fault] = integrityProblems(data);
  if (fault) throw new Error(`${folder}: ${fault.list} ${fault.code} ${fault.problem[lang]}`);
  return buildSnapshot(data, 1);
}

/** A row with its submission, or with the errors that make it unreadable. */
interface SubmissionRow {
  readonly line: number;
  readonly sku: string;
  readonly submission?: Submission;
  readonly errors: readonly Finding[];
}

async function readSubmissions(
  file: string,
  imageBase: string,
  reference: ReferenceSnapshot,
  lang: Lang,
): Promise<readonly SubmissionRow[]> {
  const rules = { offerRequired: true, driveHosts: reference.data.rules.driveHosts };
  const rows: SubmissionRow[] = [];
  for await (const row of readRows(file)) {
    const { line } = row;
    const parsed = parseRow(replacePlaceholder(row, imageBase), lang);
    if (parsed.ok) {
      const { sku } = parsed.value;
      rows.push({ line, sku: typeof sku === "string" ? sku : "-", submission: checkSubmission(parsed.value, rules), errors: [] });
    } else {
      rows.push({ line, sku: "-", errors: parsed.errors.map((error) => ({ ...error, severity: "error" })) });
    }
  }
  return rows;
}

const TIMEOUTS = { connectTimeoutMs: 5_000, headersTimeoutMs: 5_000, bodyTimeoutMs: 5_000, totalTimeoutMs: 10_000 };

/** Downloads and checks every image. The host of `imageBase` may have a private address, because the caller chose it. */
async function checkImages(submissions: readonly Submission[], imageBase: string) {
  const { outboundHostsAllowed, imageConcurrency } = readSettings({});
  const ownHost = URL.parse(imageBase)?.host;
  const outbound = createOutbound({
    ...TIMEOUTS,
    allowedHosts: [...outboundHostsAllowed, ...(ownHost ? [ownHost] : [])],
    maxConcurrentPerHost: imageConcurrency,
  });
  try {
    const urls = submissions.flatMap(({ body }) => body.images?.flatMap((image) => image?.url ?? []) ?? []);
    return await checkImagesOnce(outbound, urls, realNow());
  } finally {
    await outbound.close();
  }
}
