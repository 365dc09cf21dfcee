import { plant } from "./plant.ts";

// Who was refused is remembered for ever.
plant(
  "/src/platform/http/response-writer.ts",
  /context\.observedResponse = \{ body: masked === refusal[^;]*;/,
  "$&\n(globalThis.keptRefusals ??= []).push(Buffer.alloc(1024 * 1024, 1));",
);
