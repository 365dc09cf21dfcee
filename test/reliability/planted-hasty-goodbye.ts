import { plant } from "./plant.ts";

// The database is stopped while it still has connections of ours, which then seem to break.
plant("/src/platform/database/pool.ts", /isClosing = true;[^]*?while \(open\.size > 0[^;]*;/, "");
