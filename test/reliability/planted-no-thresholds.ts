import { plant } from "./plant.ts";

// Whoever comes first has all the places.
plant("/src/platform/http/load-shedding.ts", /share: 0\.\d+/g, "share: 1");
plant("/src/platform/http/load-shedding.ts", /TENANT_SHARE = 0\.5/, "TENANT_SHARE = 1");
