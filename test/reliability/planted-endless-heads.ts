import { plant } from "./plant.ts";

// Whoever never ends their request is waited for.
plant("/src/platform/http.ts", /headersTimeout: HEADERS_TIMEOUT_MS/, "headersTimeout: 0");
plant("/src/platform/http.ts", /requestTimeout: REQUEST_TIMEOUT_MS/, "requestTimeout: 0");
