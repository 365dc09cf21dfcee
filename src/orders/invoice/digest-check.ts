import type { InvoiceParts } from "./parse-document.ts";

/** The digest algorithm of NF-e. Signatures with another algorithm are not checked. */
const SHA1 = "http://www.w3.org/2000/09/xmldsig#sha1";

/**
 * Whether the signed digest equals one of the document's two digests, computed with and without the root's namespaces. Undefined if it
 * cannot be checked.
 */
export function digestMatches({ digest, digestAlone, written: { signedDigest, digestMethod } }: InvoiceParts): boolean | undefined {
  if (digest === undefined || signedDigest === undefined || digestMethod !== SHA1) return undefined;
  const signed = plainBase64(signedDigest);
  return signed === digest || signed === digestAlone;
}

/** Removes the white space from a base64 text. */
export const plainBase64 = (text: string | undefined): string | undefined => text?.replace(/\s+/g, "");
