import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendEvents } from "../../src/events/index.ts";
import { events } from "../../src/commands/events.ts";
import { runLine, COMMANDS } from "../../src/commands/index.ts";
import { isGroup } from "../../src/command-line/command.ts";
import { dataFolderOf } from "../commands/instance.ts";
import { strayJson } from "../commands/json-form.ts";
import { NOON, startMarketplace, type Marketplace } from "../harness.ts";
import { feedEvent } from "./feeds.ts";

describe("bin/vitrine events tail (decisions 8)", () => {
  let marketplace: Marketplace;
  let data: string;
  beforeAll(async () => {
    marketplace = await startMarketplace();
    data = await dataFolderOf(marketplace);
  });
  afterAll(() => marketplace.stop());

  /** Begins to follow; `begun` when it has shown something, `ended` with every line. */
  function tail(...args: readonly string[]) {
    const out = new PassThrough({ highWaterMark: 2 ** 20 });
    const ended = Promise.all([
      text(out),
      runLine(["events", "tail", "--data", data, ...args], COMMANDS, { lang: "pt-BR", out, err: out }).finally(() => out.end()),
    ]).then(([printed]) => printed.trimEnd().split("\n"));
    const begun = new Promise((resolve) => out.once("data", resolve));
    return { begun, ended };
  }
  let at = NOON;
  const append = async (sellerId: number, from: number, until: number) => {
    for (let nth = from; nth <= until; nth += 1) await appendEvents(marketplace.app.db, [feedEvent(sellerId, nth, { at: (at += 1) })]);
  };
  const seqsOf = (lines: readonly string[]) =>
    lines.map((line) => JSON.parse(line) as { sellerId: number; seq: number }).map(({ sellerId, seq }) => `${sellerId}/${seq}`);

  it("shows the last events of a seller, and each one to come, in order, however many come at once", async () => {
    const { sellerId } = await marketplace.seller();
    await append(sellerId, 1, 5);
    const { begun, ended } = tail("--seller", String(sellerId), "--last", "2", "--count", "252", "--json");
    await begun;
    await appendEvents(
      marketplace.app.db,
      Array.from({ length: 250 }, (_, nth) => feedEvent(sellerId, nth + 6)),
    );
    expect(seqsOf(await ended)).toEqual(Array.from({ length: 252 }, (_, nth) => `${sellerId}/${nth + 4}`));
  });

  it("follows a seller from its first event on", async () => {
    const { sellerId } = await marketplace.seller();
    const { ended } = tail("--seller", String(sellerId), "--count", "3", "--json");
    await append(sellerId, 1, 3);
    expect(strayJson((await ended).join("\n"), (isGroup(events) ? events.actions : [])[0]!.json)).toEqual([]);
    expect(seqsOf(await ended)).toEqual([1, 2, 3].map((seq) => `${sellerId}/${seq}`));
  });

  it("follows every seller, leaving out nothing of those it follows", async () => {
    const [one, other] = await Promise.all([marketplace.seller(), marketplace.seller()]);
    await append(one.sellerId, 1, 1);
    const { begun, ended } = tail("--last", "1", "--count", "7", "--json");
    await begun;
    await append(one.sellerId, 2, 4);
    await append(other.sellerId, 1, 3);
    const seqs = seqsOf(await ended);
    for (const [{ sellerId }, count] of [[one, 4] as const, [other, 3] as const])
      expect(seqs.filter((seq) => seq.startsWith(`${sellerId}/`))).toEqual(
        Array.from({ length: count }, (_, nth) => `${sellerId}/${nth + 1}`),
      );
  });

  it("says in a line when, whose, what and where it is now", async () => {
    const { sellerId } = await marketplace.seller();
    const payload = JSON.stringify({ from: "approved", to: "Invoiced", orderStatus: "Invoiced" });
    const facts = { name: "order.status", resource: "order/55", cause: "invoice", payload };
    await appendEvents(marketplace.app.db, [feedEvent(sellerId, 1, facts)]);
    expect(await tail("--seller", String(sellerId), "--count", "1").ended).toEqual([
      `2026-11-20T12:00:00.000-03:00  ${sellerId}/1  order/55  Invoiced  Pedido faturado`,
    ]);
  });
});
