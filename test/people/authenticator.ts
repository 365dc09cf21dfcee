import { isoCBOR } from "@simplewebauthn/server/helpers";
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** An authenticator as browsers have them: it makes passkeys and signs with them (WebAuthn level 3, ES256, no attestation). */
export interface Authenticator {
  /** Answers the options for a new passkey. */
  register(options: Options, origin: string, lies?: Lies): object;
  /** Answers the options for signing in, with the passkey made last. */
  signIn(options: Options, origin: string, lies?: Lies): object;
}
export interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}
/** What a broken or a hostile authenticator does otherwise. */
export interface Lies {
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  /** Nobody proved to be its owner. */
  readonly unverified?: true;
  /** Signed by somebody else's key. */
  readonly forged?: true;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer | Uint8Array) => Buffer.from(data).toString("base64url");
const FLAGS = { present: 0x01, verified: 0x04, hasKey: 0x40 } as const;

export function createAuthenticator(): Authenticator {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let userHandle = "";
  let counter = 0;

  const clientData = (type: string, { challenge }: Options, origin: string, lies: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin, crossOrigin: false }));
  const data = (rpId: string, lies: Lies, key?: Buffer) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? counter);
    const flags = FLAGS.present | (lies.unverified ? 0 : FLAGS.verified) | (key === undefined ? 0 : FLAGS.hasKey);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), count, key ?? Buffer.alloc(0)]);
  };

  return {
    register(options, origin, lies = {}) {
      userHandle = options.user!.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = data(options.rp!.id, lies, Buffer.concat([Buffer.alloc(16), length, id, coseKey(keys.publicKey)]));
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", new Uint8Array(authData)],
        ]) as never,
      );
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", options, origin, lies)),
          attestationObject: base64url(attestation),
          transports: ["internal"],
        },
      };
    },
    signIn(options, origin, lies = {}) {
      const authenticatorData = data(options.rpId!, lies);
      const clientDataJSON = clientData("webauthn.get", options, origin, lies);
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      const signature = sign("sha256", signed, lies.forged ? other.privateKey : keys.privateKey);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientDataJSON),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
          userHandle,
        },
      };
    },
  };
}

/** A public key as COSE writes it (RFC 9053 7.1.1): EC2, ES256, P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: "jwk" });
  const coordinate = (text: string | undefined) => new Uint8Array(Buffer.from(text!, "base64url"));
  const parts = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]);
  return Buffer.from(isoCBOR.encode(parts as never));
}
