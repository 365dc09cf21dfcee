import { plant } from "./plant.ts";

// A family leaves the queue when it is claimed, not when it was validated; who dies in between forgets it.
plant("/src/catalog/validation/queries.ts", /set (lease_until = now\(\) \+ \$4 \* interval '1 second', fence)/, "set due_at = null, $1");
