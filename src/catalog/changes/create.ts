import { publicId } from "../../platform/basics/index.ts";
import { type Batcher, createStatementBatcher, type Database, flattenParts, RowNotWritten, skuKey } from "../../platform/database/index.ts";
import type { ProductDocument } from "../product.ts";
import { publicationState, type PublicationStatus } from "../publication.ts";
import { changeIdPrefix } from "./change-id.ts";
import type { StoredChange, SupersededField } from "./change-view.ts";
import { withoutLinks } from "./checks/load.ts";
import type { FieldChange } from "./product-fields.ts";
import { getLiveProducts, type LiveRow, openChanges, type OpenedRow } from "./queries.ts";

/** A product that a caller wants to change. */
export interface LiveProduct {
  readonly product: ProductDocument;
  readonly status: PublicationStatus;
  /** Whether PUT still changes it. */
  readonly isEditable: boolean;
  readonly version: number;
  readonly row: LiveRow;
}

/** A request to open. */
export interface ChangeWrite {
  readonly sellerId: number;
  readonly sku: string;
  readonly changeId: string;
  readonly baseVersion: number;
  readonly actor: string;
  readonly note: string | null;
  readonly at: number;
  readonly requestId: string;
  readonly fields: readonly FieldChange[];
}

/** A request that was just opened. */
export interface OpenedChange {
  readonly change: StoredChange;
  readonly superseded: readonly SupersededField[];
}

/** Opens change requests. Reads and writes of one event-loop tick are batched. */
export interface ChangeOpener {
  readonly find: (sellerId: number, sku: string) => Promise<LiveProduct | undefined>;
  readonly writes: Batcher<ChangeWrite, OpenedRow | undefined>;
}

/** Creates the batches of change requests. */
export function createChangeOpener(db: Database): ChangeOpener {
  const reads = createStatementBatcher<{ readonly sellerId: number; readonly sku: string }, LiveRow>(db, {
    name: "products to change",
    query: getLiveProducts,
    policy: "lookUp",
    columns: [(read) => read.sellerId, (read) => read.sku],
  });
  return {
    async find(sellerId, sku) {
      const row = await reads.submit({ sellerId, sku });
      return row && toLiveProduct(row);
    },
    writes: createStatementBatcher<ChangeWrite, OpenedRow>(db, {
      name: "change requests",
      query: openChanges,
      policy: "numbering",
      appendsEvents: true,
      keyOf: skuKey,
      columns: WRITE_COLUMNS,
      parts: fieldColumns,
    }),
  };
}

const WRITE_COLUMNS: readonly ((write: ChangeWrite) => unknown)[] = [
  (write) => write.sellerId,
  (write) => write.sku,
  (write) => write.changeId,
  (write) => write.baseVersion,
  (write) => write.actor,
  (write) => write.note,
  (write) => write.at,
  (write) => write.requestId,
];

function fieldColumns(writes: readonly ChangeWrite[]): readonly (readonly unknown[])[] {
  const fields = flattenParts(writes, (write) => write.fields);
  return [
    fields.map(({ ord }) => ord),
    fields.map(({ part }) => part.pointer),
    fields.map(({ part }) => part.field),
    fields.map(({ part }) => JSON.stringify(part.was)),
    fields.map(({ part }) => JSON.stringify(part.wanted)),
  ];
}

/** The values of `openChanges`. */
export const openingColumns = (writes: readonly ChangeWrite[]): readonly unknown[] => [
  ...WRITE_COLUMNS.map((column) => writes.map(column)),
  ...fieldColumns(writes),
];

/** A product that was read, with its parts parsed. */
export function toLiveProduct(row: LiveRow): LiveProduct {
  const stored = {
    ...(JSON.parse(row.core) as object),
    images: JSON.parse(row.images) as unknown,
    attributes: JSON.parse(row.attributes) as unknown,
  } as ProductDocument;
  return {
    product: withoutLinks(stored),
    status: row.status,
    isEditable: publicationState(row.status).editable,
    version: row.version,
    row,
  };
}

/** A new id for a request of a seller. */
export const newChangeId = (sellerId: number): string => publicId(changeIdPrefix(sellerId));

/** The request as it was written. */
export function openedChange(write: ChangeWrite, row: OpenedRow | undefined): OpenedChange {
  if (row === undefined) throw new RowNotWritten(`a change of product ${write.sku}`);
  const { sellerId, sku, changeId, at } = write;
  return {
    superseded: JSON.parse(row.superseded) as SupersededField[],
    change: {
      row: {
        seller_id: sellerId,
        change_id: changeId,
        sku,
        nth: row.nth,
        state: "open",
        version: 1,
        actor: write.actor,
        note: write.note,
        base_version: write.baseVersion,
        rule_set_id: 0,
        request_id: write.requestId,
        created_at: at,
        decided_at: null,
        set_aside: false,
      },
      fields: write.fields.map((field) => ({
        seller_id: sellerId,
        change_id: changeId,
        pointer: field.pointer,
        sku,
        field: field.field,
        was: JSON.stringify(field.was),
        wanted: JSON.stringify(field.wanted),
        state: "checking" as const,
        at,
        rule: null,
        decided_by: null,
        code: null,
        message: null,
        reviews: "[]",
        superseded_by: null,
        sample: null,
        sampled_by: null,
        sampled_at: null,
        change_state: "open" as const,
        change_version: 1,
        change_decided_at: null,
      })),
    },
  };
}
