import { plant } from "../reliability/plant.ts";

// A write is acknowledged when one server has it, whatever the standby has.
plant("/src/platform/database/database.ts", /"timezone=UTC"/, '"timezone=UTC", "synchronous_commit=local"');
