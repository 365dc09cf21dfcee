import { object, text } from "../platform/contract/index.ts";
import { APIS } from "./apis.ts";
import { bulkErrors } from "./errors.ts";
import type { BulkKind } from "./row-ops.ts";
import { EXAMPLE_JOB } from "./shapes.ts";

/** The address of a job. */
export const jobId = object({ jobId: text({ maxLength: 100, description: "Código do lote.", examples: [EXAMPLE_JOB] }) });

/** What the operations of one kind share. */
export function commonOf(kind: BulkKind) {
  const { api, permission, base, name: id, Job } = APIS[kind];
  const common = { api, audience: "seller", permission, tag: "Lotes", metersRows: true } as const;
  return {
    base,
    id,
    Job,
    common,
    ofJob: { ...common, parameters: jobId } as const,
    job: { 200: { description: "O lote.", schema: Job } } as const,
    // Rows of orders may hold invoices.
    confidential: kind === "orders" ? ({ confidential: true } as const) : {},
  };
}

/** The refusal that all operations of a job share. */
export const unknown = bulkErrors.bulk_job_unknown;
