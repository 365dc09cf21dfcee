/** Rows that are stored, carried out and committed together. */
export const ROWS_PER_CHUNK = 500;
/** Bytes at which a chunk ends earlier. */
export const BYTES_PER_CHUNK = 1024 * 1024;
