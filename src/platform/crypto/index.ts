/** Encryption keys and the key ring, encryption, signatures, and the hash chain of the audit log. */

export { ENCRYPTION_KEYS_FILE, openKeyRing, parseKeys } from "./open-key-ring.ts";
export { CHAIN_START, chainHash } from "./hash-chain.ts";
export { checkKeys, unknownKeys } from "./key-check.ts";
export { createKeyRing, type EncryptionKey, type KeyRing, type SealContext } from "./key-ring.ts";
export { createPasswordHasher, type PasswordHasher } from "./password-hash.ts";
export { readOrCreatePrivateFile } from "./private-file.ts";
export { openSigningKey, type PublicJwk, SIGNING_KEY_FILE, type SigningKey, type Verifier, verifierOf } from "./signing-key.ts";
export { base32, codeAddress, stepOfCode } from "./time-based-code.ts";
