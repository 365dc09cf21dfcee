import { randomBytes } from "../platform/basics/index.ts";
import type { KeyRing, SealContext } from "../platform/crypto/index.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Identifies an endpoint. */
export interface EndpointKey {
  readonly sellerId: number;
  readonly endpointId: string;
}

/** A new signing secret in the format of Standard Webhooks. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/** The bytes of a secret, which are the key for signatures. */
export const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

const placeOf = ({ sellerId, endpointId }: EndpointKey): SealContext => ["notification_endpoints.secret", sellerId, endpointId];

/** Seals a secret for storage. It opens only for its endpoint. */
export const sealSecret = (keys: KeyRing, secret: string, endpoint: EndpointKey): Buffer => keys.seal(secret, placeOf(endpoint));

/** Opens a secret that was sealed for this endpoint. */
export const openSecret = (keys: KeyRing, sealed: Buffer, endpoint: EndpointKey): string =>
  keys.open(sealed, placeOf(endpoint)).toString("utf8");
