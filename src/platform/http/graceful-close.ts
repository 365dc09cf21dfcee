import { Server as NetServer, type Socket } from "node:net";
import type { Server } from "node:http";

const LOOK_MS = 20;

/** Ends a server such that every answer is read to its end. */
export interface GracefulShutdown {
  /** Listens no more; resolves when every connection has ended. Those without an answer in progress, or unread bytes of one, are ended at once. */
  close(): Promise<void>;
}

/** Follows a server's connections: which of them are answered now, and which have not read all of their answer yet. */
export function createGracefulShutdown(server: Server): GracefulShutdown {
  const answering = new Map<Socket, number>();
  server.on("connection", (socket: Socket) => {
    answering.set(socket, 0);
    socket.on("close", () => answering.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    response.on("close", () => {
      const left = answering.get(socket);
      if (left !== undefined) answering.set(socket, left - 1);
    });
  });
  const endIdle = () => {
    for (const [socket, answers] of answering) if (answers === 0 && socket.writableLength === 0) socket.destroySoon();
  };
  return {
    close() {
      // An HTTP server's own `close` also cuts readers who have not taken all of a finished answer yet.
      NetServer.prototype.close.call(server);
      return new Promise((resolve) => {
        const look = setInterval(() => {
          endIdle();
          if (answering.size > 0) return;
          clearInterval(look);
          resolve();
        }, LOOK_MS);
      });
    },
  };
}
