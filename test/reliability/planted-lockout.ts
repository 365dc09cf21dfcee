import { plant } from "./plant.ts";

// Where somebody guessed too often, nobody's token is looked up any more.
plant(
  "/src/sellers/authentication.ts",
  /return credentialCache\.find\(/,
  'const s = failures.failed(input.remoteAddress, clientId, nowMs); if (s > 0) return sellerErrors.refuse("failures_exceeded", { params: { seconds: s }, retryAfterSeconds: s });\n$&',
);
