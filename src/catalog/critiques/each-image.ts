import type { CritiqueContext, Finding, ImageVerdict, ProductDocument } from "../product.ts";

type Verdict<State extends ImageVerdict["state"]> = Extract<ImageVerdict, { readonly state: State }>;

/** The findings of the images whose verdict is `state`, in the product's order; `about` answers undefined for none. */
export function eachImage<State extends ImageVerdict["state"]>(
  product: ProductDocument,
  { images }: CritiqueContext,
  state: State,
  about: (verdict: Verdict<State>) => Pick<Finding, "allowed" | "params"> | undefined,
): readonly Finding[] {
  return product.images.flatMap(({ url }, index) => {
    const verdict = images.get(url);
    const facts = verdict?.state === state ? about(verdict as Verdict<State>) : undefined;
    return facts === undefined ? [] : [{ pointer: `/images/${index}/url`, received: url, ...facts }];
  });
}
