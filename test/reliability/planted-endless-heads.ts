import { plant } from "./plant.ts";

// Whoever never ends their request is waited for.
plant("/src/platform/http/server.ts", /headersTimeout: HEADERS_TIMEOUT_MS/, "headersTimeout: 0");
plant("/src/platform/http/server.ts", /requestTimeout: REQUEST_TIMEOUT_MS/, "requestTimeout: 0");
