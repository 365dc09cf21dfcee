import { readFileSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import { sharedBuffersMib } from "../src/platform/embedded-postgres/cluster.ts";

const SETTING = "/proc/sys/vm/nr_hugepages";
const PAGE_MIB = 2;
/** PostgreSQL's own needs beside its pages. */
const MORE = 1.08;

/**
 * Sets memory aside for the database in pages of 2 MiB, as docs/guides/running.md advises, until this process ends; answers whether Linux let us,
 * which it does for root. Each process of PostgreSQL maps what it meets of the database's memory page by page; with pages of 4 KiB that takes a new
 * connection seconds, and for pgbench every connection is new.
 */
export function reserveHugePages(): boolean {
  const wanted = Math.ceil((sharedBuffersMib(totalmem()) / PAGE_MIB) * MORE);
  try {
    const before = readFileSync(SETTING, "utf8");
    if (Number(before) >= wanted) return true;
    writeFileSync(SETTING, String(wanted));
    process.once("exit", () => writeFileSync(SETTING, before));
    return Number(readFileSync(SETTING, "utf8")) >= wanted;
  } catch {
    return false;
  }
}
