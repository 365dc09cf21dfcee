import { BulkJob, BulkOrderJob, DoneBulkJob, DoneBulkOrderJob } from "./shapes.ts";
import type { BulkKind } from "./row-ops.ts";

/** What differs between the two APIs. */
export const APIS = {
  catalog: {
    api: "v2",
    permission: "products",
    base: "/api/v2/bulk",
    name: (verb: string, what: string) => `${verb}Bulk${what}`,
    Job: BulkJob,
    Done: DoneBulkJob,
    what: "produtos, preços e estoques",
  },
  orders: {
    api: "v1",
    permission: "orders",
    base: "/api/v1/bulk",
    name: (verb: string, what: string) => `${verb}OrderBulk${what}`,
    Job: BulkOrderJob,
    Done: DoneBulkOrderJob,
    what: "movimentos de pedidos",
  },
} as const;

/** The address of a job. */
export const jobPath = (kind: BulkKind, id: string): string => `${APIS[kind].base}/${encodeURIComponent(id)}`;
/** The address of the jobs of a kind. */
export const bulkPath = (kind: BulkKind): string => APIS[kind].base;
