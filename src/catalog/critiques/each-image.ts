import type { CritiqueContext, Finding, ImageVerdict, ProductDocument } from "../product.ts";

type Verdict<State extends ImageVerdict["state"]> = Extract<ImageVerdict, { readonly state: State }>;

/**
 * One finding for each image whose verdict has the state `state`, in the order of the product's images. An image has no finding when
 * `detailsOf` returns undefined for it.
 */
export function eachImage<State extends ImageVerdict["state"]>(
  product: ProductDocument,
  { images }: CritiqueContext,
  state: State,
  detailsOf: (verdict: Verdict<State>) => Pick<Finding, "allowed" | "params"> | undefined,
): readonly Finding[] {
  return product.images.flatMap(({ url }, index) => {
    const verdict = images.get(url);
    const details = verdict?.state === state ? detailsOf(verdict as Verdict<State>) : undefined;
    return details === undefined ? [] : [{ pointer: `/images/${index}/url`, received: url, ...details }];
  });
}
