import type { ServerResponse } from "node:http";
import { giveBackAll, type Lent } from "../lent.ts";
import type { Utf8 } from "../utf8.ts";

/** A long body in pieces that nobody joins: joined, all of it would be copied twice more. */
export interface Pieces {
  /** In bytes, of all of them. */
  readonly length: number;
  readonly parts: readonly (Utf8 | Lent)[];
}

/** A body of these parts; the sum of their bytes is told beforehand. */
export const piecesOf = (parts: readonly (Utf8 | Lent)[]): Pieces => ({
  length: parts.reduce((bytes, part) => bytes + part.length, 0),
  parts,
});

/**
 * Sends a body behind its head, and gives back what was lent once the kernel has it, or its connection is closed. What ends before it was
 * sent gives nothing back: it is collected.
 */
export function sendPieces(response: ServerResponse, { parts }: Pieces): void {
  response.cork();
  for (const part of parts) response.write(part, "latin1");
  response.once("finish", () => giveBackAll(parts));
  response.end();
}
