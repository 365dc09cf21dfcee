import { plant } from "./plant.ts";

// The database is stopped while it still has connections of ours, which then seem to break.
plant("/src/platform/db/pool.ts", /isClosing = true;[^]*?while \(open\.size > 0[^;]*;/, "");
