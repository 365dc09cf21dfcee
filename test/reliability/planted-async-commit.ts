import { plant } from "./plant.ts";

// A commit is answered before it is on the disk, and for longer than any test waits to kill the database.
plant(
  "/src/platform/embedded-postgres/cluster.ts",
  /synchronous_commit: "on",/,
  `synchronous_commit: "off",
   wal_writer_delay: "10000ms",
   wal_writer_flush_after: "1GB",`,
);
