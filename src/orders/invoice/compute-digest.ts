import { createHash } from "node:crypto";
import type { SaxesTagNS } from "saxes";
import { createCanonicalizer } from "./canonical-xml.ts";
import type { XmlVisitor } from "./xml.ts";

/** The digests that a signature may contain, in base64; absent when the document has no signed element. */
export interface SignedDigests {
  /** SHA-1 of the canonical `infNFe`, with the namespaces that are in scope at its place in the document. */
  readonly digest?: string;
  /** SHA-1 of the canonical `infNFe` without the namespaces that the root declares with a prefix. Absent if there are none. */
  readonly digestAlone?: string;
}

/**
 * Computes the digests of the element that `isSigned` selects. Call `read` after the end of the document. There are two digests because an
 * NF-e is signed before it is put inside its root. Afterwards, the root's namespaces are part of the canonical form of everything inside it
 * (REC-xml-c14n-20010315).
 */
export function createDigestVisitor(isSigned: (element: SaxesTagNS) => boolean): XmlVisitor & { readonly read: () => SignedDigests } {
  const [inDocument, alone] = [sha1OfPieces(), sha1OfPieces()];
  const canonical = createCanonicalizer(isSigned, inDocument.add);
  let canonicalAlone: XmlVisitor | undefined;
  let isInRoot = false;

  return {
    open(element) {
      canonical.open(element);
      if (isInRoot) canonicalAlone?.open(element);
      else if (Object.keys(element.attributes).some((name) => name.startsWith("xmlns:")))
        canonicalAlone = createCanonicalizer(isSigned, alone.add, { "": element.attributes["xmlns"]?.value ?? "" });
      isInRoot = true;
    },
    text(text) {
      canonical.text(text);
      canonicalAlone?.text(text);
    },
    instruction(target, body) {
      canonical.instruction(target, body);
      canonicalAlone?.instruction(target, body);
    },
    close(element) {
      canonical.close(element);
      canonicalAlone?.close(element);
    },
    read() {
      const [digest, digestAlone] = [inDocument.base64(), alone.base64()];
      return { ...(digest !== undefined && { digest }), ...(digestAlone !== undefined && { digestAlone }) };
    },
  };
}

const PIECE_CHARACTERS = 65_536;

/**
 * Computes the SHA-1 of a text that arrives in pieces. NF-e digests use SHA-1. Pieces are joined first, because each hash update has a high
 * fixed cost.
 */
function sha1OfPieces() {
  const hash = createHash("sha1");
  let pending = "";
  let isEmpty = true;
  const flush = () => {
    hash.update(pending, "utf8");
    pending = "";
  };
  return {
    add(text: string) {
      isEmpty = false;
      pending += text;
      if (pending.length >= PIECE_CHARACTERS) flush();
    },
    /** Undefined when nothing was added. */
    base64() {
      flush();
      return isEmpty ? undefined : hash.digest("base64");
    },
  };
}
