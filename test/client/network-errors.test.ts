import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { call, NoAnswer } from "../../src/client/http-client.ts";
import { networkErrorText } from "../../src/client/network-errors.ts";
import { strayWords } from "../languages/words.ts";

const wrapped = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(`connect ${code} 192.0.2.7:443`), { code }) });
const LANGS = ["pt-BR", "en"] as const;

describe("why a marketplace did not answer, in the language of the command", () => {
  it.each([
    [wrapped("ECONNREFUSED"), "a conexão foi recusada, ECONNREFUSED", "the connection was refused, ECONNREFUSED"],
    [wrapped("ENOTFOUND"), "o nome não foi encontrado, ENOTFOUND", "the name was not found, ENOTFOUND"],
    [wrapped("UND_ERR_SOCKET"), "a conexão caiu, UND_ERR_SOCKET", "the connection broke off, UND_ERR_SOCKET"],
    [
      wrapped("DEPTH_ZERO_SELF_SIGNED_CERT"),
      "o certificado TLS não é aceito, DEPTH_ZERO_SELF_SIGNED_CERT",
      "the TLS certificate is not accepted",
    ],
    [
      new DOMException("The operation was aborted due to timeout", "TimeoutError"),
      "a resposta não veio a tempo",
      "the answer did not come in time",
    ],
    [wrapped("EPROTO"), "a chamada falhou, EPROTO", "the call failed, EPROTO"],
    ["nothing", "a chamada falhou", "the call failed"],
  ])("%s", (error, portuguese, english) => {
    const reason = networkErrorText(error);
    expect([reason["pt-BR"], reason.en]).toEqual([expect.stringContaining(portuguese), expect.stringContaining(english)]);
    for (const lang of LANGS) expect(strayWords(reason[lang], lang)).toEqual([]);
  });

  it("is what a call throws that nobody answers", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => free.once("listening", resolve));
    const { port } = free.address() as { readonly port: number };
    await new Promise((resolve) => free.close(resolve));
    const silence = await call(`http://127.0.0.1:${port}`, { method: "GET", headers: {} }).catch((error: unknown) => error);
    expect(silence).toBeInstanceOf(NoAnswer);
    expect((silence as NoAnswer).texts["pt-BR"]).toBe("a conexão foi recusada, ECONNREFUSED");
  });
});
