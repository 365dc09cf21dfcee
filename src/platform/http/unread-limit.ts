/**
 * Bytes of answers that are made and not taken yet, by reader. Whoever reads slowly decides how long they stay in memory, so
 * how many one reader may have is bounded, over whatever number of connections.
 */
export interface UnreadLimit {
  /** Counts an answer in; false, and nothing is counted, when the reader has too many bytes then. One answer alone is always taken. */
  take(reader: string, bytes: number): boolean;
  /** The answer is sent, or its reader gone. */
  release(reader: string, bytes: number): void;
}

/** Eight of the heaviest pages: whoever reads as fast as it asks may ask for several at once. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Nothing is remembered of a reader that took everything. */
export function createUnreadLimit(mostBytes = MOST_BYTES): UnreadLimit {
  const unread = new Map<string, number>();
  return {
    take(reader, bytes) {
      const before = unread.get(reader) ?? 0;
      if (before > 0 && before + bytes > mostBytes) return false;
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
