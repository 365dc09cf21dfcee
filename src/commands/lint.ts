import { join } from "node:path";
import { checkSubmission, validateBodies, checkImagesOnce, type Submission, type CritiqueView } from "../catalog/index.ts";
import { readSettings } from "../config.ts";
import { realNow } from "../platform/basics/clock.ts";
import type { Lang } from "../platform/contract/errors.ts";
import { createOutbound } from "../platform/outbound/client.ts";
import { buildSnapshot, integrityFaults, readReferenceFiles, type ReferenceSnapshot } from "../reference/index.ts";
import { wantsJson, type Command, type Terminal } from "./command.ts";
import { paint } from "./line/paint.ts";
import { PROJECT } from "./project.ts";
import { fillPlaceholder, readRow, readRows } from "./rows.ts";
import { addressOption, existingFile } from "./usage.ts";

const IMAGE_BASE = "http://localhost:8080/images";

/** `lint FILE.ndjson`: the critiques of a file of products, without publishing and without a marketplace. */
export const lint: Command = {
  name: "lint",
  does: {
    "pt-BR": "Mostra as críticas que um arquivo de produtos receberia, sem publicar nada.",
    en: "Shows the critiques a file of products would get, without publishing anything.",
  },
  words: [{ name: "FILE.ndjson", meaning: { "pt-BR": "um produto por linha", en: "one product per line" } }],
  options: [
    { name: "images", meaning: { "pt-BR": "baixa e confere as imagens também", en: "fetches and checks the images too" } },
    {
      name: "image-base",
      value: "URL",
      meaning: { "pt-BR": `o que {{images}} vira (padrão ${IMAGE_BASE})`, en: `what {{images}} becomes (default ${IMAGE_BASE})` },
    },
    {
      name: "reference",
      value: "DIR",
      meaning: {
        "pt-BR": "pasta dos dados de referência (padrão: os do Vitrine)",
        en: "folder of the reference data (default: Vitrine's own)",
      },
    },
  ],
  json: { as: "lines", fields: ["line", "sku", "code", "severity", "pointer", "message", "received?", "allowed?", "suggestions"] },
  exits: { failed: { "pt-BR": "algum produto tem um erro", en: "some product has an error" } },
  examples: [
    { line: "lint produtos.ndjson", does: { "pt-BR": "Antes de publicar, sem rede.", en: "Before publishing, without network." } },
    {
      line: "lint produtos.ndjson --images --json | jq -r .code | sort | uniq -c",
      does: { "pt-BR": "Quantas críticas de cada código, imagens também.", en: "How many critiques of each code, images too." },
    },
  ],
  async run(args, terminal) {
    const file = existingFile(args.words[0]!, terminal.lang);
    const reference = await referenceOf(args.options["reference"] ?? join(PROJECT, "data", "reference"), terminal.lang);
    const imageBase = addressOption(args, "image-base", IMAGE_BASE, terminal.lang);
    const rows = await readSubmissions(file, imageBase, reference, terminal.lang);
    const images = args.switches.has("images") ? await fetched(rows, imageBase) : undefined;
    const judged = judgeRows(rows, reference, images, terminal.lang);
    (wantsJson(args) ? printJson : printText)(judged, terminal);
    return judged.some(isWrong) ? 1 : 0;
  },
};

async function referenceOf(folder: string, lang: Lang): Promise<ReferenceSnapshot> {
  const data = await readReferenceFiles(folder);
  const [fault] = integrityFaults(data);
  if (fault) throw new Error(`${folder}: ${fault.list} ${fault.code} ${fault.problem[lang]}`);
  return buildSnapshot(data, 1);
}

type Finding = Pick<CritiqueView, "code" | "severity" | "message"> & Partial<CritiqueView>;

/** A row of the file: a submission, or why it cannot be read. */
interface LintedRow {
  readonly line: number;
  readonly sku: string;
  readonly submission?: Submission;
  readonly unreadable: readonly Finding[];
}

async function readSubmissions(file: string, imageBase: string, reference: ReferenceSnapshot, lang: Lang): Promise<readonly LintedRow[]> {
  const rules = { offerRequired: true, driveHosts: reference.data.rules.driveHosts };
  const rows: LintedRow[] = [];
  for await (const row of readRows(file)) {
    const { line } = row;
    const reading = readRow(fillPlaceholder(row, imageBase), lang);
    if (reading.ok) {
      const { sku } = reading.value;
      rows.push({ line, sku: typeof sku === "string" ? sku : "-", submission: checkSubmission(reading.value, rules), unreadable: [] });
    } else {
      rows.push({ line, sku: "-", unreadable: reading.errors.map((error) => ({ ...error, severity: "error" })) });
    }
  }
  return rows;
}

const OUTBOUND = { connectTimeoutMs: 5_000, headersTimeoutMs: 5_000, bodyTimeoutMs: 5_000, totalTimeoutMs: 10_000 };

/** What fetching every image finds. The host given for `{{images}}` may be a private one: it is the caller's own. */
async function fetched(rows: readonly LintedRow[], imageBase: string) {
  const { outboundHostsAllowed, imageConcurrency } = readSettings({});
  const own = URL.parse(imageBase)?.host;
  const outbound = createOutbound({
    ...OUTBOUND,
    allowedHosts: [...outboundHostsAllowed, ...(own ? [own] : [])],
    maxConcurrentPerHost: imageConcurrency,
  });
  try {
    const urls = rows.flatMap(({ submission }) => submission?.body.images?.flatMap((image) => image?.url ?? []) ?? []);
    return await checkImagesOnce(outbound, urls, realNow());
  } finally {
    await outbound.close();
  }
}

/** A row and everything found in it. */
interface JudgedRow {
  readonly line: number;
  readonly sku: string;
  readonly findings: readonly Finding[];
}

function judgeRows(
  rows: readonly LintedRow[],
  reference: ReferenceSnapshot,
  images: Awaited<ReturnType<typeof fetched>> | undefined,
  lang: Lang,
): readonly JudgedRow[] {
  const submissions = rows.flatMap(({ submission }) => submission ?? []);
  const findings = validateBodies(submissions, { reference, lang, ...(images ? { images } : {}) }).values();
  return rows.map(({ line, sku, submission, unreadable }) => ({ line, sku, findings: submission ? findings.next().value! : unreadable }));
}

const isWrong = ({ findings }: JudgedRow) => findings.some(({ severity }) => severity === "error");

/** One JSON object per finding. */
function printJson(rows: readonly JudgedRow[], { out }: Terminal): void {
  for (const { line, sku, findings } of rows) {
    for (const { code, severity, pointer = "", message, received, allowed, suggestions = [] } of findings) {
      out.write(`${JSON.stringify({ line, sku, code, severity, pointer, message, received, allowed, suggestions })}\n`);
    }
  }
}

const WORDS = {
  "pt-BR": { line: "linha", warning: "aviso", rows: "produtos", clean: "sem críticas", warned: "só com avisos", wrong: "com erros" },
  en: {
    line: "line",
    warning: "warning",
    rows: "products",
    clean: "without critiques",
    warned: "with warnings only",
    wrong: "with errors",
  },
} as const;

function printText(rows: readonly JudgedRow[], { out, lang }: Terminal): void {
  const words = WORDS[lang];
  const counts = new Map<string, number>();
  for (const { line, sku, findings } of rows) {
    for (const { code, severity, message } of findings) {
      counts.set(code, (counts.get(code) ?? 0) + 1);
      out.write(
        `${words.line} ${line} ${sku}: ${paint(out, severity === "warning" ? "warning" : "bad", code)}${severity === "warning" ? ` (${words.warning})` : ""} ${message}\n`,
      );
    }
  }
  const clean = rows.filter(({ findings }) => findings.length === 0).length;
  const wrong = rows.filter(isWrong).length;
  if (counts.size > 0) out.write("\n");
  for (const [code, count] of [...counts].sort(([, one], [, other]) => other - one)) out.write(`${String(count).padStart(7)}  ${code}\n`);
  const parts = [
    `${rows.length} ${words.rows}`,
    `${clean} ${words.clean}`,
    `${rows.length - clean - wrong} ${words.warned}`,
    `${wrong} ${words.wrong}`,
  ];
  out.write(`${counts.size > 0 ? "\n" : ""}${parts.join(", ")}\n`);
}
