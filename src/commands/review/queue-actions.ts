import { listAll } from "../../client/operator-api.ts";
import { coloured } from "../../command-line/colours.ts";
import { alignColumns } from "../../command-line/columns.ts";
import { type Action, type Terminal, wantsJson } from "../../command-line/command.ts";
import { findInstance } from "../../command-line/instance.ts";
import type { ParsedArguments } from "../../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../../command-line/shared-options.ts";
import { DEPARTMENT, itemOf, ONE_SELLER, type Queued, sellerOf } from "./queued-items.ts";

const QUEUED_FIELDS =
  "sellerId sellerName sku changeRequestId? name department productType brand images warnings since ageSeconds dueAt late version heldBy? links".split(
    " ",
  );

/** `review list`: what waits. */
export const listAction: Action = {
  name: "list",
  does: { "pt-BR": "Mostra a fila da revisão.", en: "Shows the review queue." },
  options: [ONE_SELLER, DEPARTMENT, ...INSTANCE_OPTIONS],
  json: { as: "array", fields: QUEUED_FIELDS },
  examples: [{ line: "review list", does: { "pt-BR": "Tudo o que espera uma decisão.", en: "Everything that waits for a decision." } }],
  run: list,
};

/** `review summary`: the queue in numbers. */
export const summaryAction: Action = {
  name: "summary",
  does: { "pt-BR": "Mostra a fila em números.", en: "Shows the queue in numbers." },
  options: INSTANCE_OPTIONS,
  json: {
    as: "object",
    fields:
      "waiting late held oldestSince? nextDueAt? byAge byDepartment byRisk decidedPerHour waitP50Seconds? waitP95Seconds? reviewers links".split(
        " ",
      ),
  },
  examples: [{ line: "review summary", does: { "pt-BR": "O que espera, e quanto.", en: "What waits, and how long." } }],
  run: summary,
};

const LATE = { "pt-BR": "atrasado", en: "late" } as const;

async function list(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const query = new URLSearchParams();
  const sellerId = sellerOf(args, lang);
  if (sellerId !== undefined) query.set("sellerId", String(sellerId));
  const { department } = args.options;
  if (department !== undefined) query.set("department", department);
  const path = `/operator/v1/reviews${query.size === 0 ? "" : `?${query.toString()}`}`;
  const queue = await listAll<Queued>(findInstance(args, lang), path);
  if (wantsJson(args)) out.write(`${JSON.stringify(queue)}\n`);
  else
    out.write(
      alignColumns(
        queue.map((row) => [String(row.sellerId), ...itemOf(row), row.since, row.late ? coloured(out, "bad", LATE[lang]) : "", row.name]),
      ),
    );
  return 0;
}

/** Prints the numbers of the summary, a name and a value per line. Lists are in the JSON output only. */
async function summary(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const { body } = await findInstance(args, lang).request<Readonly<Record<string, unknown>>>("GET", "/operator/v1/reviews/summary");
  if (wantsJson(args)) out.write(`${JSON.stringify(body)}\n`);
  else out.write(alignColumns(Object.entries(body!).flatMap(([name, value]) => (Array.isArray(value) ? [] : [[name, String(value)]]))));
  return 0;
}
