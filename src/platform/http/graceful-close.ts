import { Server as NetServer, type Socket } from "node:net";
import type { Server } from "node:http";

const CHECK_MS = 20;

/** Closes a server without cutting off a response. */
export interface GracefulShutdown {
  /**
   * Stops listening and resolves when every connection has ended. A connection is ended as soon as it has no response in progress and no bytes
   * that remain to be sent.
   */
  close(): Promise<void>;
}

/** Tracks the responses in progress of each of a server's connections. */
export function createGracefulShutdown(server: Server): GracefulShutdown {
  const responsesInProgress = new Map<Socket, number>();
  server.on("connection", (socket: Socket) => {
    responsesInProgress.set(socket, 0);
    socket.on("close", () => responsesInProgress.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    responsesInProgress.set(socket, (responsesInProgress.get(socket) ?? 0) + 1);
    response.on("close", () => {
      const left = responsesInProgress.get(socket);
      if (left !== undefined) responsesInProgress.set(socket, left - 1);
    });
  });
  const endIdle = () => {
    for (const [socket, responses] of responsesInProgress) if (responses === 0 && socket.writableLength === 0) socket.destroySoon();
  };
  return {
    close() {
      // An HTTP server's own `close` also cuts off callers that have not read all of a finished response yet.
      NetServer.prototype.close.call(server);
      return new Promise((resolve) => {
        const timer = setInterval(() => {
          endIdle();
          if (responsesInProgress.size > 0) return;
          clearInterval(timer);
          resolve();
        }, CHECK_MS);
      });
    },
  };
}
