import { plant } from "./plant.ts";

// A client_id that nobody has is refused at once: whoever measures learns which ones there are.
plant(
  "/src/sellers/credential-cache.ts",
  /async find\(clientId, token, nowMs, address\) \{/,
  '$&\nif (clientId.endsWith("nobody")) return undefined;',
);
