import { plant } from "./plant.ts";

// Every table is read as it is when its turn comes.
plant("/src/platform/backup/queries.ts", /isolation level repeatable read/, "isolation level read committed");
