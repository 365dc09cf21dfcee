import { chownSync, closeSync, copyFileSync, ftruncateSync, fstatSync, openSync, readSync } from "node:fs";
import type { Account } from "./account.ts";

const LIMIT_BYTES = 16 * 1024 * 1024;
const CHECK_EVERY_MS = 60_000;
const TAIL_BYTES = 2_000;

/** The server's own log: PostgreSQL appends to `handle` itself, so it needs nobody of ours to read along. */
export interface LogFile {
  readonly handle: number;
  /** Remembers the end, for `sinceMark`. */
  mark(): void;
  /** What was written since the mark, at most its last 2,000 bytes. */
  sinceMark(): string;
  close(): void;
}

/** Opens the log for appending and keeps it and its one predecessor (`.1`) at about 16 MiB each. */
export function openLogFile(path: string, account: Account): LogFile {
  const handle = openSync(path, "a+", 0o600);
  if (account.switched) chownSync(path, account.uid, account.gid);
  const size = () => fstatSync(handle).size;
  const turn = () => {
    if (size() < LIMIT_BYTES) return;
    // The server keeps its handle, so the file is copied and emptied in place; it appends on from the start.
    copyFileSync(path, `${path}.1`);
    ftruncateSync(handle);
  };
  turn();
  const timer = setInterval(turn, CHECK_EVERY_MS).unref();
  let marked = size();
  return {
    handle,
    mark() {
      marked = size();
    },
    sinceMark() {
      const from = Math.max(marked, size() - TAIL_BYTES, 0);
      const bytes = Buffer.alloc(TAIL_BYTES);
      return bytes.toString("utf8", 0, readSync(handle, bytes, 0, TAIL_BYTES, from)).trim();
    },
    close() {
      clearInterval(timer);
      closeSync(handle);
    },
  };
}
