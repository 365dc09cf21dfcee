import { plant } from "../reliability/plant.ts";

// Whoever answers is taken for a server that takes writes: `select 1` would do.
plant("/src/platform/database/queries.ts", /select not pg_is_in_recovery\(\) and [^"]* as takes_writes/, "select true as takes_writes");
