import { encodeText } from "../../../src/bulk/formats/text-encoding.ts";
import { seededRandom } from "../../../src/platform/basics/index.ts";
import { SEED } from "../../budget.ts";
import { officeFile, officeParts, zipOf } from "./office-file.ts";

/** Draws a whole number from 0 up to and without `below`. */
export type Draw = (below: number) => number;

const CSV = 'sku;preço de;preço por;estoque\r\nA;1.299,90;"999,90";5\r\nB;"10";9;\r\n"C\n1";1,0;0,9;7\r\n';
const CSVS = [Buffer.from(CSV), encodeText("Windows-1252", CSV), Buffer.from(`\ufeff${CSV}`, "utf16le"), Buffer.from(`\ufeff${CSV}`)];
const ROWS = [
  ["sku", "preço de", "preço por"],
  ["A", 1299.9, 999.9],
  ["002", "10,50", 9],
];
const PARTS = officeParts(ROWS);
const XLSX = officeFile(ROWS);

/** Draws of one input, the same for the same seed. */
export function drawer(input: number): Draw {
  let nth = 0;
  return (below: number) => Math.floor(seededRandom(SEED, "formats", input, nth++) * below);
}

/** Changes some bytes: other values, others in between, some gone, a piece twice. */
function damaged(bytes: Buffer, draw: Draw): Buffer {
  let changed = Buffer.from(bytes);
  for (let times = 1 + draw(6); times > 0; times -= 1) {
    const at = draw(changed.length + 1);
    const length = draw(12);
    const head = changed.subarray(0, at);
    const rest = changed.subarray(Math.min(changed.length, at + length));
    const ways = [
      () => Buffer.concat([head, Buffer.from(Array.from({ length }, () => draw(256))), rest]),
      () => Buffer.concat([head, rest]),
      () => Buffer.concat([changed, changed.subarray(at, at + length)]),
      () => Buffer.concat([head, Buffer.from('";,\n\r\t=\0').subarray(0, length), changed.subarray(at)]),
    ];
    changed = ways[draw(ways.length)]!();
  }
  return changed;
}

/** Damages the XML of a part, so that the archive itself stays whole. */
function damagedPart(draw: Draw): Buffer {
  const names = Object.keys(PARTS);
  const name = names[draw(names.length)]!;
  return zipOf({ ...PARTS, [name]: damaged(Buffer.from(PARTS[name]!), draw) });
}

/** A damaged file of each format. */
export const DAMAGED = {
  csv: (draw: Draw) => damaged(CSVS[draw(CSVS.length)]!, draw),
  xlsx: (draw: Draw) => (draw(2) === 0 ? damaged(XLSX, draw) : damagedPart(draw)),
} as const;
