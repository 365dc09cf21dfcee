import { createHash } from "node:crypto";
import type { SaxesTagNS } from "saxes";
import { createCanonicalizer } from "./canonical-xml.ts";
import type { XmlVisitor } from "./xml.ts";

/** What a signature may be of, in base64; absent when the document has nothing that is signed. */
export interface SignedDigests {
  /** SHA-1 of the canonical `infNFe` where it stands. */
  readonly digest?: string;
  /** The same of the NF-e as it was before somebody put it into a root with namespaces of its own; absent without such a root. */
  readonly digestAlone?: string;
}

/**
 * Digests what `isSigned` says is signed while a document is walked. `read` is for when it ended. The namespaces of a root are part
 * of the canonical form of everything in it (REC-xml-c14n-20010315), but an NF-e is signed before it has that root.
 */
export function createDigestVisitor(isSigned: (element: SaxesTagNS) => boolean): XmlVisitor & { readonly read: () => SignedDigests } {
  const [here, alone] = [sha1OfPieces(), sha1OfPieces()];
  const canonical = createCanonicalizer(isSigned, here.add);
  let standing: XmlVisitor | undefined;
  let isInRoot = false;

  return {
    open(element) {
      canonical.open(element);
      if (isInRoot) standing?.open(element);
      else if (Object.keys(element.attributes).some((name) => name.startsWith("xmlns:")))
        standing = createCanonicalizer(isSigned, alone.add, { "": element.attributes["xmlns"]?.value ?? "" });
      isInRoot = true;
    },
    text(text) {
      canonical.text(text);
      standing?.text(text);
    },
    instruction(target, body) {
      canonical.instruction(target, body);
      standing?.instruction(target, body);
    },
    close(element) {
      canonical.close(element);
      standing?.close(element);
    },
    read() {
      const [digest, digestAlone] = [here.base64(), alone.base64()];
      return { ...(digest !== undefined && { digest }), ...(digestAlone !== undefined && { digestAlone }) };
    },
  };
}

const PIECE_CHARACTERS = 65_536;

/** SHA-1, because that is the NF-e's digest; pieces are put together because each update costs more than its characters. */
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
    /** Undefined when there was nothing. */
    base64() {
      flush();
      return isEmpty ? undefined : hash.digest("base64");
    },
  };
}
