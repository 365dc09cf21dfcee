import { plant } from "./plant.ts";

// What is written stays in the machine's memory until it pleases to write it.
plant("/src/platform/embedded-postgres/cluster.ts", /fsync: "on",/, 'fsync: "off",');
