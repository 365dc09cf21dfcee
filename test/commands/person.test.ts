import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { enter, page, PASSWORD, SESSION } from "../people/people.ts";
import { dataFolderOf } from "./instance.ts";
import { runCommand } from "./terminal.ts";

describe("bin/vitrine person", () => {
  const PORTAL = "https://vitrine.example";
  let market: Marketplace;
  let seller: Seller;
  let data: string;
  beforeAll(async () => {
    market = await startMarketplace({ settings: { SIGN_INS_PER_HOUR: "100000" } });
    seller = await market.seller();
    data = await dataFolderOf(market, { portalUrl: PORTAL });
  });
  afterAll(() => market.stop());

  const run = async (...args: readonly string[]) => JSON.parse((await runCommand("person", ...args, "--data", data, "--json")).out);
  const codeIn = (link: string) => link.split("#")[1]!;
  /** Accepts what a link invites to. Resolves to the person's id. */
  const accept = async (link: string, password = PASSWORD): Promise<string> =>
    (await page(market).post(SESSION, { invitation: codeIn(link), password })).json.id;

  it("invites to the marketplace and to a seller, with a link that people can open where they are", async () => {
    const [bia, caio] = [
      await run("invite", "bia@loja.example", "Bia Nunes", "--role", "stock", "--seller", String(seller.sellerId)),
      await run("invite", "caio@vitrine.example", "Caio Reis", "--role", "catalog"),
    ];
    expect([bia.link, caio.link]).toEqual([
      expect.stringMatching(`^${PORTAL}/portal/convite#vin_`),
      expect.stringMatching(`^${PORTAL}/backoffice/convite#vin_`),
    ]);
    const id = await accept(bia.link);
    expect(await run("list", "--seller", String(seller.sellerId))).toEqual([
      { id, email: "bia@loja.example", name: "Bia Nunes", role: "stock", disabled: false },
    ]);
  });

  it("links to where it calls, if the instance says nothing else", async () => {
    const earlier = await dataFolderOf(market);
    const { out } = await runCommand("person", "invite", "eva@vitrine.example", "Eva Luz", "--role", "risk", "--data", earlier, "--json");
    expect(JSON.parse(out).link).toContain(`${market.baseUrl}/backoffice/convite#`);
  });

  it("keeps somebody out, lets them in again, and gives them another way in", async () => {
    const id = await accept((await run("invite", "rui@vitrine.example", "Rui Sá", "--role", "orders")).link);
    const entered = async (password?: string) => (await enter(market, "rui@vitrine.example", password)).status;
    expect([(await run("disable", id)).disabled, await entered()]).toEqual([true, 401]);
    expect([(await run("enable", id)).disabled, await entered()]).toEqual([false, 201]);
    const { link } = await run("reset", id);
    expect(link).toContain(`${PORTAL}/portal/convite#vin_`);
    expect(await accept(link, "cinco palavras sem relação")).toBe(id);
    expect([await entered(), await entered("cinco palavras sem relação")]).toEqual([401, 201]);
  });
});
