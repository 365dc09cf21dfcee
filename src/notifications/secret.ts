import { randomBytes } from "../platform/basics/random.ts";
import type { KeyRing, SealContext } from "../platform/crypto/key-ring.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Which endpoint. */
export interface EndpointKey {
  readonly sellerId: number;
  readonly endpointId: string;
}

/** A new signing secret, as Standard Webhooks libraries take it. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/** The bytes that sign. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

const placeOf = ({ sellerId, endpointId }: EndpointKey): SealContext => ["notification_endpoints.secret", sellerId, endpointId];

/** A secret as it is stored; it opens for its endpoint alone. */
export const sealSecret = (keys: KeyRing, secret: string, endpoint: EndpointKey): Buffer => keys.seal(secret, placeOf(endpoint));

/** The secret that was sealed for an endpoint. */
export const openSecret = (keys: KeyRing, sealed: Buffer, endpoint: EndpointKey): string =>
  keys.open(sealed, placeOf(endpoint)).toString("utf8");
