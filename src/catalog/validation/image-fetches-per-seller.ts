/** The share of concurrent fetches that one seller may use, so that its slow images do not delay other sellers. */
const SHARE_PER_SELLER = 1 / 4;

/** Maximum number of concurrent fetches for one seller. */
export const maxFetchesPerSeller = (imageConcurrency: number): number => Math.max(1, Math.ceil(imageConcurrency * SHARE_PER_SELLER));
