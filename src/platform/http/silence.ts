import type { Server } from "node:http";
import type { Socket } from "node:net";

const LONGEST_SWEEP_MS = 5_000;
const SWEEPS = 8;

/**
 * Ends connections on which nothing moved for `limitMs`, or an eighth of it longer: their callers are gone without a word, or read no more. Node's own
 * limit is a timer that every request and answer sets anew, 3 us of the 22 that it needs for an answer of 2 kB; so only connections that were
 * silent between two sweeps have one. Answers what ends that: to be called once every connection has ended, whichever socket it came by.
 */
export function endSilent(server: Server, limitMs: number): () => void {
  /** Bytes that came and went until the last sweep. */
  const open = new Map<Socket, number>();
  server.on("connection", (socket) => {
    open.set(socket, 0);
    socket.on("close", () => open.delete(socket));
  });
  const sweeper = setInterval(
    () => {
      for (const [socket, before] of open) {
        const moved = socket.bytesRead + socket.bytesWritten;
        const isSilent = moved === before;
        if (isSilent !== hasLimit(socket)) socket.setTimeout(isSilent ? limitMs : 0);
        open.set(socket, moved);
      }
    },
    Math.min(LONGEST_SWEEP_MS, limitMs / SWEEPS),
  ).unref();
  return () => clearInterval(sweeper);
}

const hasLimit = ({ timeout }: Socket): boolean => timeout !== undefined && timeout > 0;
