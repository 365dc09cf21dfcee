import type { ProductDocument } from "../product.ts";

type Images = ProductDocument["images"];

/** A place among a product's images, by the position before the change, with its address before and after; null = absent. */
interface ImageChange {
  readonly index: number;
  readonly was: string | null;
  readonly wanted: string | null;
}

/**
 * In what two lists of images differ. An image that is taken away is one change, and the others stay what they are: each change can be made
 * without the others. Where images change places, or one comes in between, positions are compared instead.
 */
export const diffImages = (live: Images, wanted: Images): readonly ImageChange[] => {
  const [before, after] = [live.map(({ url }) => url), wanted.map(({ url }) => url)];
  return diffInOrder(before, after) ?? diffByPosition(before, after);
};

const diffByPosition = (before: readonly string[], after: readonly string[]): readonly ImageChange[] =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    index,
    was: before[index] ?? null,
    wanted: after[index] ?? null,
  }));

/** The difference of lists whose common images are in the same order, and whose additional ones come last. Undefined for others. */
function diffInOrder(before: readonly string[], after: readonly string[]): readonly ImageChange[] | undefined {
  const kept = before.filter((url) => after.includes(url));
  if (after.filter((url) => before.includes(url)).join("\n") !== kept.join("\n")) return undefined;
  const changes: ImageChange[] = [];
  const [left, right] = [segmentsOf(before, kept), segmentsOf(after, kept)];
  for (const [nth, { from, urls }] of left.entries()) {
    const come = right[nth]!.urls;
    if (come.length > urls.length && nth < kept.length) return undefined;
    for (let i = 0; i < Math.max(urls.length, come.length); i += 1)
      changes.push({ index: from + i, was: urls[i] ?? null, wanted: come[i] ?? null });
  }
  return changes;
}

/** What stands before, between and after the images that are kept: one segment more than there are of these. */
function segmentsOf(
  urls: readonly string[],
  kept: readonly string[],
): readonly { readonly from: number; readonly urls: readonly string[] }[] {
  const places = kept.map((url) => urls.indexOf(url));
  return [...places, urls.length].map((end, nth) => {
    const from = nth === 0 ? 0 : places[nth - 1]! + 1;
    return { from, urls: urls.slice(from, end) };
  });
}

/**
 * Where an image of a change is now: at its position, or wherever it moved when others were taken away. -1 when it is gone. An image to add
 * has the position that it was asked for, unless there is another one by now.
 */
export function placeOfImage(live: Images, { index, was }: Pick<ImageChange, "index" | "was">): number {
  if (was === null) return live[index] === undefined ? index : -1;
  return live[index]?.url === was ? index : live.findIndex(({ url }) => url === was);
}

/** The images with changes made. Those that are taken away leave no gap; those that are new come last. */
export function applyImageChanges(live: Images, changes: readonly ImageChange[]): Images {
  const urls: (string | null)[] = live.map(({ url }) => url);
  // All places are looked up before any of them changes, because two images may change places.
  for (const { place, wanted } of changes.map((change) => ({ place: placeOfImage(live, change), wanted: change.wanted })))
    if (place >= 0) urls[place] = wanted;
  return urls.filter((url) => typeof url === "string").map((url) => ({ url }));
}
