import type { InvoiceParts } from "./parse-document.ts";

/** The algorithm of an NF-e's digest; a signature by another one is not judged. */
const SHA1 = "http://www.w3.org/2000/09/xmldsig#sha1";

/** Whether a document is what was signed, by itself or where it stands; undefined where nobody can tell. */
export function digestMatches({ digest, digestAlone, written: { signedDigest, digestMethod } }: InvoiceParts): boolean | undefined {
  if (digest === undefined || signedDigest === undefined || digestMethod !== SHA1) return undefined;
  const signed = plainBase64(signedDigest);
  return signed === digest || signed === digestAlone;
}

/** Base64 as one line. */
export const plainBase64 = (text: string | undefined): string | undefined => text?.replace(/\s+/g, "");
