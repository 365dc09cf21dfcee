import { parseKeys } from "../src/platform/crypto/open-key-ring.ts";
import { createKeyRing } from "../src/platform/crypto/key-ring.ts";

/** What the measured server and whoever fills its database seal with. */
export const ENCRYPTION_KEYS = `bench:${Buffer.alloc(32, "bench").toString("base64")}`;

/** The ring of that key. */
export const RING = createKeyRing(parseKeys(ENCRYPTION_KEYS)!);
