import { isoDateTime, kindOfActor } from "../../platform/basics/index.ts";
import type { Lang } from "../../platform/contract/index.ts";
import { productPath } from "../../pricing/index.ts";
import { critiqueView } from "../critique-view.ts";
import type { ImageVerdict, StoredFinding } from "../product.ts";
import { DOCS_BASE } from "../status-view.ts";
import { changePath } from "./change-id.ts";
import type { ChangeFieldRow, ChangeRow } from "./queries.ts";

/** A field of an older request that a new one superseded. */
export interface SupersededField {
  readonly changeRequestId: string;
  readonly pointer: string;
}

/** A request and its fields, as rows. */
export interface StoredChange {
  readonly row: ChangeRow;
  readonly fields: readonly ChangeFieldRow[];
}

/** A request as its seller sees it. Whoever decided is shown by kind only. */
export function changeView({ row, fields }: StoredChange, lang: Lang, superseded: readonly SupersededField[] = []) {
  return {
    ...changeFacts(row),
    fields: fields.map((field) => ({
      ...fieldView(field, lang),
      ...shown("decidedBy", field.decided_by && kindOfActor(field.decided_by)),
    })),
    askedBy: row.actor,
    ...(superseded.length === 0 ? {} : { superseded }),
    _links: {
      self: { href: changePath(row.sku, row.change_id) },
      product: { href: productPath(row.sku) },
      changes: { href: changePath(row.sku) },
    },
  };
}

const changeFacts = (row: ChangeRow) => ({
  id: row.change_id,
  sku: row.sku,
  state: row.state,
  ...shown("note", row.note),
  baseVersion: row.base_version,
  version: row.version,
  createdAt: isoDateTime(row.created_at),
  ...(row.decided_at === null ? {} : { decidedAt: isoDateTime(row.decided_at) }),
});

function fieldView(row: ChangeFieldRow, lang: Lang) {
  return {
    pointer: row.pointer,
    from: JSON.parse(row.was) as unknown,
    to: JSON.parse(row.wanted) as unknown,
    state: row.state,
    date: isoDateTime(row.at),
    ...shown("rule", row.rule),
    ...shown("code", row.code),
    ...shown("message", row.message),
    reviews: (JSON.parse(row.reviews) as StoredFinding[]).map((review) => critiqueView(review, lang, DOCS_BASE)),
    ...shown("supersededBy", row.superseded_by),
  };
}

/** A member of an answer; left out when there is no value. */
const shown = (name: string, value: string | null | undefined): Readonly<Record<string, string>> =>
  value === null || value === undefined || value === "" ? {} : { [name]: value };

/** What a refusal says of a field that is decided already: its state, by whom, when and why. */
export const fieldStateOf = (row: ChangeFieldRow) => ({
  pointer: row.pointer,
  state: row.state,
  date: isoDateTime(row.at),
  ...shown("decidedBy", row.decided_by),
  ...shown("code", row.code),
  ...shown("message", row.message),
});

/** The verdicts on the images of one request, by address. */
export type MeasuredImages = ReadonlyMap<string, ImageVerdict>;

/** An image with what its check measured. */
export function measuredImage(url: string, images: MeasuredImages) {
  const verdict = images.get(url);
  if (verdict === undefined) return { url, state: "pending" };
  const { state } = verdict;
  const size = "width" in verdict ? { width: verdict.width, height: verdict.height } : {};
  return { url, state, ...size, ...("bytes" in verdict ? { bytes: verdict.bytes } : {}) };
}

/** A request as the marketplace's people see it: who asked, who decided, and both images of a changed image, measured. */
export function operatorChangeView({ row, fields }: StoredChange, name: string | undefined, images: MeasuredImages, lang: Lang) {
  const path = `/operator/v1/changes/${row.change_id}`;
  return {
    ...changeFacts(row),
    ...(row.set_aside ? { setAside: true } : {}),
    sellerId: row.seller_id,
    ...shown("name", name),
    fields: fields.map((field) => ({
      ...fieldView(field, lang),
      ...shown("decidedBy", field.decided_by),
      ...imagesOf(field, images),
      ...shown("sample", field.sample),
      ...shown("sampledBy", field.sampled_by),
    })),
    askedBy: row.actor,
    links: [
      { rel: "self", href: path },
      { rel: "decide", href: `${path}/decide` },
      ...(row.set_aside ? [{ rel: "recheck", href: `${path}/recheck` }] : []),
    ],
  };
}

/** The addresses of the images that a field is about: the one before and the one asked for. */
export function imageUrlsOf({ field, was, wanted }: ChangeFieldRow): readonly (string | null)[] {
  return field === "images" ? [was, wanted].map((text) => JSON.parse(text) as string | null) : [];
}

function imagesOf(field: ChangeFieldRow, images: MeasuredImages) {
  const [before = null, after = null] = imageUrlsOf(field);
  return {
    ...(before === null ? {} : { fromImage: measuredImage(before, images) }),
    ...(after === null ? {} : { toImage: measuredImage(after, images) }),
  };
}
