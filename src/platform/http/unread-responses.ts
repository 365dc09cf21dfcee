/**
 * Limits the bytes of responses that one reader has not read yet, over all of its connections. A reader is identified by its seller id, or by its
 * address when it has no seller. A slow reader determines how long responses stay in memory, so their total size is limited.
 */
export interface UnreadLimit {
  /**
   * Counts a response. Returns false and counts nothing when the reader would then have too many unread bytes. A response always fits when it is
   * the only one.
   */
  add(reader: string, bytes: number): boolean;
  /** Stops counting a response that was sent or whose reader left. */
  release(reader: string, bytes: number): void;
}

/** Room for eight of the largest pages of products, so that a reader may request several at the same time. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** Counts unread bytes per reader. A reader that has read everything takes no memory. */
export function createUnreadLimit(maxBytes = MAX_UNREAD_BYTES): UnreadLimit {
  const unread = new Map<string, number>();
  return {
    add(reader, bytes) {
      const before = unread.get(reader) ?? 0;
      if (before > 0 && before + bytes > maxBytes) return false;
      unread.set(reader, before + bytes);
      return true;
    },
    release(reader, bytes) {
      const left = unread.get(reader)! - bytes;
      if (left > 0) unread.set(reader, left);
      else unread.delete(reader);
    },
  };
}
