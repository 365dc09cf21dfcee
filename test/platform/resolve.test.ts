import { createSocket } from "node:dgram";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { createResolve } from "../../src/platform/outbound/resolver.ts";

const A = 1;
const AAAA = 28;
const NO_SUCH_NAME = 3;

/** What the name server knows; undefined names do not exist. */
const RECORDS: Readonly<Record<string, Readonly<Record<number, readonly number[][]>>>> = {
  "both.test": {
    [A]: [
      [192, 0, 2, 1],
      [192, 0, 2, 2],
    ],
    [AAAA]: [[0x20, 0x01, 0x0d, 0xb8, ...Array<number>(11).fill(0), 1]],
  },
  "four.test": { [A]: [[192, 0, 2, 3]] },
  "none.test": {},
};

/** A name server on a free UDP port (RFC 1035 4), just enough of one; counts the questions it hears. */
async function nameServer() {
  const socket = createSocket("udp4");
  let questions = 0;
  socket.on("message", (query, { port, address }) => {
    questions++;
    const labels: string[] = [];
    let at = 12;
    for (; query[at] !== 0; at += 1 + query[at]!) labels.push(query.toString("latin1", at + 1, at + 1 + query[at]!));
    const type = query.readUInt16BE(at + 1);
    const known = RECORDS[labels.join(".").toLowerCase()];
    const answers = (known?.[type] ?? []).map((data) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]));
    const head = Buffer.alloc(12);
    head.writeUInt16BE(query.readUInt16BE(0), 0);
    head.writeUInt16BE(0x8180 | (known === undefined ? NO_SUCH_NAME : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), ...answers]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const close = async () => {
    socket.close();
    await once(socket, "close");
  };
  return { at: `127.0.0.1:${socket.address().port}`, questions: () => questions, [Symbol.asyncDispose]: close };
}

describe("names to addresses", () => {
  it("finds every address of a name, of both families", async () => {
    await using server = await nameServer();
    const resolve = createResolve([server.at]);
    expect(await resolve("both.test")).toEqual(["192.0.2.1", "192.0.2.2", "2001:db8::1"]);
    expect(await resolve("four.test")).toEqual(["192.0.2.3"]);
  });

  it("rejects when there is no address or no such name", async () => {
    await using server = await nameServer();
    const resolve = createResolve([server.at]);
    await expect(resolve("none.test")).rejects.toMatchObject({ code: "ENODATA" });
    await expect(resolve("unknown.test")).rejects.toMatchObject({ code: "ENOTFOUND" });
  });

  it("asks the system, not the name servers, for a name without a dot", async () => {
    await using server = await nameServer();
    expect(await createResolve([server.at])("localhost")).toContain("127.0.0.1");
    expect(server.questions()).toBe(0);
  });
});
