import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { inflateEntry, zip, type DeflatedDocument, type ZipEntry } from "../../src/platform/archive/zip.ts";
import { deflateEntry } from "../deflate-entry.ts";
import { NOON } from "../harness.ts";
import { readZip } from "../zip-reader.ts";

const archiveOf = async (entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, at = NOON) => {
  const chunks: Buffer[] = [];
  for await (const chunk of zip(entries, at)) chunks.push(chunk);
  return chunks;
};
const entry = async (name: string, document: string | Buffer): Promise<ZipEntry> => ({ name, ...(await deflateEntry(document)) });
/** About 7.5 kB of XML that deflates as invoices do. */
const invoice = (number: number) => {
  const lines = Array.from({ length: 36 }, (_, line) => {
    const price = ((number * 7919 + line * 104_729) % 100_000) / 100;
    return `<det nItem="${line + 1}"><prod><cProd>SKU-${number}-${line}</cProd><xProd>Camiseta Ação nº ${number}</xProd><NCM>61091000</NCM><CFOP>5102</CFOP><uCom>UN</uCom><qCom>1.0000</qCom><vUnCom>${price}</vUnCom><vProd>${price}</vProd></prod></det>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><nfeProc><NFe><infNFe Id="NFe${number}">${lines.join("")}</infNFe></NFe></nfeProc>`;
};

describe("a deflated document", () => {
  it("inflates to what it was", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 10_000 }), async (bytes) => {
        expect((await inflateEntry(await deflateEntry(Buffer.from(bytes)))).equals(bytes)).toBe(true);
      }),
    );
    expect((await inflateEntry(await deflateEntry("ação"))).toString()).toBe("ação");
  });

  it("does not inflate to anything else, nor to more", async () => {
    const [one, other] = [await deflateEntry("a".repeat(1_000)), await deflateEntry("b".repeat(1_000))];
    await expect(inflateEntry({ ...one, deflated: other.deflated })).rejects.toThrow("another document");
    await expect(inflateEntry({ ...one, size: 999 })).rejects.toThrow("larger than");
    await expect(inflateEntry({ ...one, size: 1_001 })).rejects.toThrow("another document");
  });
});

describe("an archive (performance 9)", () => {
  it("holds every document under its name, in order, at its time in São Paulo", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.string({ unit: "grapheme", maxLength: 80 }), fc.uint8Array({ maxLength: 3_000 })), { maxLength: 40 }),
        async (documents) => {
          const entries = await Promise.all(documents.map(([name, bytes]) => entry(name.toWellFormed(), Buffer.from(bytes))));
          const { files, zip64 } = readZip(await archiveOf(entries));
          expect(files.map(({ name }) => name)).toEqual(documents.map(([name]) => name.toWellFormed()));
          for (const [index, file] of files.entries()) expect(file.document().equals(documents[index]![1])).toBe(true);
          expect([zip64, files.every(({ modified }) => modified === "2026-11-20 12:00:00")]).toEqual([false, true]);
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each([
    [Date.UTC(2026, 0, 1, 2, 59, 59), "2025-12-31 23:59:58"],
    [Date.UTC(1970, 0, 1, 12), "1980-01-01 09:00:00"],
    [Date.UTC(2107, 11, 31, 12), "2107-12-31 09:00:00"],
    [Date.UTC(2200, 5, 15, 12), "2107-06-15 09:00:00"],
  ])("says %d as MS-DOS did: %s", async (at, modified) => {
    expect(readZip(await archiveOf([await entry("a", "")], at)).files).toMatchObject([{ modified }]);
  });

  it("comes in chunks of 64 KiB, and what is larger as it is", async () => {
    const small = await deflateEntry(invoice(1));
    const large: DeflatedDocument = { deflated: Buffer.alloc(1_000_000), crc32: 0, size: 0 };
    const chunks = await archiveOf([
      ...Array.from({ length: 500 }, (_, index) => ({ name: String(index), ...small })),
      { name: "large", ...large },
      ...Array.from({ length: 500 }, (_, index) => ({ name: `after ${index}`, ...small })),
    ]);
    expect(chunks).toContain(large.deflated);
    const others = chunks.filter((chunk) => chunk !== large.deflated).map(({ length }) => length);
    expect(Math.max(...others)).toBeLessThan(2 * 64 * 1024);
    // The last of all, and the last before the large one, are what was left.
    expect(others.filter((length) => length < 64 * 1024).length).toBeLessThanOrEqual(2);
  });

  it("is as many small files as there are: 65,534 plainly, one more as ZIP64", async () => {
    const nothing = await deflateEntry("");
    const files = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `${index}.xml`, ...nothing }));
    const most = readZip(await archiveOf(files(65_534)));
    expect([most.zip64, most.files.length]).toEqual([false, 65_534]);
    for (const count of [65_535, 65_536, 70_000]) {
      const read = readZip(await archiveOf(files(count)));
      expect([read.zip64, read.files.length, read.files.at(-1)?.name]).toEqual([true, count, `${count - 1}.xml`]);
    }
  });

  it("goes beyond 4 GiB as ZIP64, where only what lies beyond says so", async () => {
    // The same 64 MiB again and again: the archive is that long, the memory is not.
    const document = Buffer.alloc(64 * 1024 * 1024, "0123456789abcdef");
    const stored = storedDeflate(document);
    const large: DeflatedDocument = { ...stored, crc32: (await deflateEntry(document)).crc32, size: document.length };
    const entries = [...Array.from({ length: 66 }, (_, index) => ({ name: `large ${index}`, ...large })), await entry("last", "the end")];
    const chunks = await archiveOf(entries);
    const { files, zip64 } = readZip(chunks);
    expect([zip64, files.length]).toEqual([true, 67]);
    expect(chunks.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(2 ** 32);
    expect(files.filter(({ offset }) => offset > 2 ** 32).map(({ name }) => name)).toEqual(["large 64", "large 65", "last"]);
    expect(files.at(-1)!.document().toString()).toBe("the end");
    expect(files.at(-2)!.document().equals(document)).toBe(true);
  });

  it("refuses a file of 4 GiB: local headers have no room for it", async () => {
    const small = await deflateEntry("");
    await expect(archiveOf([{ name: "vast", ...small, size: 2 ** 32 - 1 }])).rejects.toThrow("vast is too large");
    expect(readZip(await archiveOf([{ name: "large", ...small, size: 2 ** 32 - 2 }])).files).toHaveLength(1);
  });

  it("is not whole when its source fails, and lets go of its source when its reader goes", async () => {
    const document = await entry("a", "x".repeat(100));
    const seen: string[] = [];
    async function* source(fails: boolean): AsyncGenerator<ZipEntry> {
      try {
        for (;;) {
          yield document;
          if (fails) throw new Error("the database is away");
        }
      } finally {
        seen.push("let go");
      }
    }
    await expect(archiveOf(source(true))).rejects.toThrow("the database is away");
    for await (const chunk of zip(source(false), NOON)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(seen).toEqual(["let go", "let go"]);
  });
});

describe("10,000 invoices of 7.5 kB", () => {
  let collect: () => void;
  beforeAll(() => {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  });

  it("are archived in memory that does not grow with them", async () => {
    const documents = await Promise.all(Array.from({ length: 10 }, (_, number) => deflateEntry(invoice(number))));
    expect(documents[0]!.size).toBeGreaterThan(7_000);
    const usedMiB: number[] = [];
    async function* source(): AsyncGenerator<ZipEntry> {
      for (let number = 0; number < 10_000; number += 1) {
        if (number % 1_000 === 0) {
          collect();
          const { heapUsed, arrayBuffers } = process.memoryUsage();
          usedMiB.push((heapUsed + arrayBuffers) / 2 ** 20);
        }
        const { deflated, ...facts } = documents[number % documents.length]!;
        // Bytes of its own, as from the database.
        yield { name: `${number}-procNFe.xml`.padStart(57, "0"), deflated: Buffer.from(deflated), ...facts };
      }
    }
    let bytes = 0;
    for await (const chunk of zip(source(), NOON)) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(7_000_000);
    // The directory is all that is kept, 103 bytes a file; the collector is some MiB behind, the documents are more.
    expect(Math.max(...usedMiB.slice(1)) - usedMiB[1]!).toBeLessThan(5);
  });
});

/** Deflate without deflating: blocks of at most 65,535 bytes, each with its length before it (RFC 1951 3.2.4). */
function storedDeflate(document: Buffer): Pick<DeflatedDocument, "deflated"> {
  const parts: Buffer[] = [];
  for (let at = 0; at < document.length; at += 0xffff) {
    const block = document.subarray(at, at + 0xffff);
    const head = Buffer.alloc(5);
    head[0] = at + block.length === document.length ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ 0xffff, 3);
    parts.push(head, block);
  }
  return { deflated: Buffer.concat(parts) };
}
