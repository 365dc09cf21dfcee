import { chownSync, closeSync, copyFileSync, ftruncateSync, fstatSync, openSync, readSync } from "node:fs";
import type { Account } from "./account.ts";

const LIMIT_BYTES = 16 * 1024 * 1024;
const CHECK_EVERY_MS = 60_000;
const TAIL_BYTES = 2_000;

/** The log file of the server. PostgreSQL appends to `handle` directly, so no process has to copy its output. */
export interface LogFile {
  readonly handle: number;
  /** Marks the current end of the file, for `sinceMark`. */
  mark(): void;
  /** Returns the text written since the mark, at most the last 2,000 bytes. */
  sinceMark(): string;
  close(): void;
}

/** Opens the log file for appending. When it has 16 MiB, its content moves to an older file (`.1`); this is checked now and once a minute. */
export function openLogFile(path: string, account: Account): LogFile {
  const handle = openSync(path, "a+", 0o600);
  if (account.switched) chownSync(path, account.uid, account.gid);
  const size = () => fstatSync(handle).size;
  const rotate = () => {
    if (size() < LIMIT_BYTES) return;
    // The server keeps its handle open, so the file is copied and then truncated in place.
    copyFileSync(path, `${path}.1`);
    ftruncateSync(handle);
  };
  rotate();
  const timer = setInterval(rotate, CHECK_EVERY_MS).unref();
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
