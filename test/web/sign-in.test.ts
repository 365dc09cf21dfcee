import { describe, expect, it } from "vitest";
import { codeOfStep } from "../../src/platform/crypto/time-based-code.ts";
import { base32Bytes, PASSWORD } from "../people/people.ts";
import { seriousFindings, LOOKS } from "./browser.ts";
import { JOURNEY_MS, journeysThrough, signInAs } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

const { walk } = journeysThrough();
/** The address of an invitation into the shop. */
const intoShop = ({ shop: { sellerId }, invitationPath }: PagesMarket, invited = {}) =>
  invitationPath({ name: "Lívia Prado", sellerId, role: "stock", ...invited });
/** Whoever is not signed in is told so by `me`. */
const SIGNED_OUT = /^401 \/portal\/v1\/me$/;
const REFUSED = /^401 \/portal\/v1\/session$/;

describe("signing in", { timeout: JOURNEY_MS }, () => {
  for (const { theme, language } of LOOKS)
    it.for(["/portal/entrar", "/backoffice/entrar", "/portal/convite"])(`is accessible in ${theme} and ${language}: %s`, (path, context) =>
      walk(context, { theme, language, expectedFailures: [SIGNED_OUT] }, async (page, market) => {
        await page.goto(path === "/portal/convite" ? await intoShop(market) : path);
        await page.getByRole("textbox").first().waitFor();
        expect(await seriousFindings(page)).toEqual([]);
      }),
    );

  it("leads to the address that was asked for, by keyboard alone", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT] }, async (page, { shopkeeper }) => {
      await page.goto("/portal/nada?x=1");
      await page.getByRole("heading", { name: "Entrar" }).waitFor();
      await signInAs(page, shopkeeper.email);
      await page.getByRole("heading", { name: "Esta tela não existe" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/portal/nada");
    }));

  it("leads nowhere else than into the portal", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT] }, async (page, { shopkeeper }) => {
      await page.goto("/portal/entrar?voltar=//elsewhere.example/x");
      await page.getByLabel("E-mail").fill(shopkeeper.email);
      await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Entrar", exact: true }).click();
      await page.getByRole("heading", { name: "Olá, Lívia Prado" }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/portal\/?$/);
    }));

  it("shows the server's sentence and keeps what was typed", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT, REFUSED] }, async (page, { shopkeeper }) => {
      await page.goto("/portal/entrar");
      await page.getByLabel("E-mail").fill(shopkeeper.email);
      await page.getByLabel("Senha", { exact: true }).fill("errada");
      await page.getByRole("button", { name: "Entrar", exact: true }).click();
      await page.getByRole("alert").getByText("E-mail e senha não conferem").waitFor();
      expect(await page.getByLabel("E-mail").inputValue()).toBe(shopkeeper.email);
      expect(await seriousFindings(page)).toEqual([]);
    }));

  it("asks for the code of a second factor once the password was right", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT, REFUSED] }, async (page, { shop }) => {
      const person = await shop.person("stock");
      const { secret } = (await person.post("/portal/v1/time-based-codes", undefined)).json as { readonly secret: string };
      const codeAt = (steps: number) => codeOfStep(base32Bytes(secret), Math.floor(Date.now() / 30_000) + steps);
      await person.put("/portal/v1/time-based-codes", { code: codeAt(-1) });
      await page.goto("/portal/entrar");
      await page.getByLabel("E-mail").fill(person.email);
      await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Entrar", exact: true }).click();
      const code = page.getByLabel("Código");
      await code.waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
      await code.fill(codeAt(0));
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Olá, Lívia Prado" }).waitFor();
    }));

  it("leads the marketplace's people from the sellers' portal to their own", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT] }, async (page, { invitationPath }) => {
      const path = await invitationPath({ name: "Marina Alves", role: "catalog" });
      await page.goto(path.replace("backoffice", "portal"));
      await page.getByLabel("Senha nova").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Olá, Marina Alves" }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/backoffice\/?$/);
    }));

  it("lets who is invited and signs in already accept after signing in", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT] }, async (page, market) => {
      const { email } = await market.person({ name: "Lívia Prado", role: "support" });
      await page.goto(await intoShop(market, { email }));
      await page.getByText("Loja Primeira Vitrine convidou você").waitFor();
      expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
      const accepted = page.waitForResponse("**/portal/v1/invitations/accept");
      await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
      expect((await accepted).ok()).toBe(true);
      await page.getByRole("heading", { name: "Olá, Lívia Prado" }).waitFor();
      await page.getByRole("banner").getByText("Loja Primeira Vitrine").waitFor();
    }));

  it("works with a passkey, made at the invitation and used afterwards", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT] }, async (page, market, browserContext) => {
      const devices = await browserContext.newCDPSession(page);
      await devices.send("WebAuthn.enable");
      const options = {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      } as const;
      await devices.send("WebAuthn.addVirtualAuthenticator", { options });
      const site = market.baseUrl.replace("127.0.0.1", "localhost");
      await page.goto(site + (await intoShop(market)));
      await page.getByRole("button", { name: "Criar uma chave de acesso" }).click();
      await page.getByRole("heading", { name: "Olá, Lívia Prado" }).waitFor();
      await page.getByRole("button", { name: "Lívia Prado" }).click();
      await page.getByRole("menuitem", { name: "Sair" }).click();
      const signedIn = page.waitForResponse(
        (response) => response.request().method() === "POST" && response.url().endsWith("/portal/v1/session"),
      );
      await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
      expect((await signedIn).ok()).toBe(true);
      await page.getByRole("heading", { name: "Olá, Lívia Prado" }).waitFor();
    }));

  it("leaves nothing of the person in the page once they are out", (context) =>
    walk(context, { as: ({ shop }) => shop.person("stock"), expectedFailures: [SIGNED_OUT] }, async (page) => {
      await page.goto("/portal");
      await page.getByRole("button", { name: "Lívia Prado" }).click();
      await page.getByRole("menuitem", { name: "Sair" }).click();
      await page.getByRole("heading", { name: "Entrar" }).waitFor();
      await page.goBack();
      await page.getByRole("heading", { name: "Entrar" }).waitFor();
    }));
});
