/** A file that was dropped, as a draft keeps it. */
export interface KeptFile {
  readonly name: string;
  /** Its bytes. */
  readonly base64: string;
  /** Tells two drops apart, even of files with one name. */
  readonly droppedAt: number;
}

/** What the form shows of an invoice, and what invoicing asks for beside the document. */
export interface InvoiceFacts {
  readonly text: string;
  /** As it stands in the document, with its zone. */
  readonly issueDate: string;
  readonly number: string | undefined;
  readonly series: string | undefined;
  readonly total: number | undefined;
}

/** Reads a dropped file. */
export function keepFile(file: File): Promise<KeptFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("error", () => reject(reader.error ?? new Error("the file could not be read")));
    reader.addEventListener("load", () => {
      const [, base64 = ""] = (reader.result as string).split(",");
      resolve({ name: file.name, base64, droppedAt: Date.now() });
    });
    reader.readAsDataURL(file);
  });
}

/** What was read of each file, because a form asks for it again whenever something is typed. */
const known = new WeakMap<KeptFile, { readonly encoding: string | undefined; readonly facts: InvoiceFacts | undefined }>();

/** Reads the document in the encoding that the server found. Undefined for what is no invoice. */
export function factsOf(file: KeptFile, encoding: string | undefined): InvoiceFacts | undefined {
  const before = known.get(file);
  if (before?.encoding === encoding && before !== undefined) return before.facts;
  const facts = readFacts(file, encoding);
  known.set(file, { encoding, facts });
  return facts;
}

function readFacts({ base64 }: KeptFile, encoding: string | undefined): InvoiceFacts | undefined {
  const text = decoderOf(encoding).decode(Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0));
  const xml = new DOMParser().parseFromString(text, "application/xml");
  const valueOf = (name: string) => xml.getElementsByTagNameNS("*", name)[0]?.textContent.trim();
  const issueDate = valueOf("dhEmi");
  if (issueDate === undefined) return undefined;
  const total = Number(valueOf("vNF"));
  return { text, issueDate, number: valueOf("nNF"), series: valueOf("serie"), total: Number.isNaN(total) ? undefined : total };
}

/** Encodings have the same names here and there; one that is not known here is read as UTF-8. */
function decoderOf(encoding: string | undefined): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder();
    throw error;
  }
}
