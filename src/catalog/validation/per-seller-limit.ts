/** No seller has more than this part of the fetches, so that nobody's slow host stops the images of the others. */
const SELLERS_PART = 1 / 4;

/** How many of so many fetches at once may be one seller's. */
export const shareOf = (imageConcurrency: number): number => Math.max(1, Math.ceil(imageConcurrency * SELLERS_PART));
