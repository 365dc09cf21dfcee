import { beforeEach, describe, expect, it } from "vitest";
import { LANGUAGES, seriousFindings, THEMES } from "./browser.ts";
import { JOURNEY_MS, journeysThrough, signInAs } from "./journeys.ts";
import { REVIEWER, SELLERS_PERSON, startStandIn } from "./stand-in.ts";

const { walk, server } = journeysThrough(() => startStandIn(SELLERS_PERSON));
/** Whoever is not signed in is told so by `me`. */
const SIGNED_OUT = /^401 \/portal\/v1\/me$/;
const REFUSED = /^401 \/portal\/v1\/session$/;

describe("signing in", { timeout: JOURNEY_MS }, () => {
  beforeEach(() => {
    const standIn = server();
    if (standIn === undefined) return;
    standIn.person = SELLERS_PERSON;
    standIn.refuseSignIn = undefined;
    standIn.endSession();
  });

  for (const theme of THEMES)
    for (const language of LANGUAGES)
      it.for(["/portal/entrar", "/backoffice/entrar", "/portal/convite#vin_abc"])(
        `is accessible in ${theme} and ${language}: %s`,
        (path, context) =>
          walk(context, { theme, language }, async (page) => {
            await page.goto(path);
            await page.getByRole("heading", { level: 1 }).waitFor();
            expect(await seriousFindings(page)).toEqual([]);
          }),
      );

  it("leads to the address that was asked for, by keyboard alone", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT] }, async (page) => {
      await page.goto("/portal/nada?x=1");
      await page.getByRole("heading", { name: "Entrar" }).waitFor();
      await signInAs(page, "livia@loja.example", "quatro palavras sem relação");
      await page.getByRole("heading", { name: "Esta tela não existe" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/portal/nada");
    }));

  it("leads nowhere else than into the portal", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT] }, async (page) => {
      await page.goto("/portal/entrar?voltar=//elsewhere.example/x");
      await page.getByLabel("E-mail").fill("livia@loja.example");
      await page.getByLabel("Senha", { exact: true }).fill("x");
      await page.getByRole("button", { name: "Entrar", exact: true }).click();
      await page.getByRole("heading", { name: "Olá, Lívia Prado" }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/portal\/?$/);
    }));

  it("shows the server's sentence and keeps what was typed", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT, REFUSED] }, async (page, standIn) => {
      standIn.refuseSignIn = "sign_in_refused";
      await page.goto("/portal/entrar");
      await page.getByLabel("E-mail").fill("livia@loja.example");
      await page.getByLabel("Senha", { exact: true }).fill("errada");
      await page.getByRole("button", { name: "Entrar", exact: true }).click();
      await page.getByRole("alert").getByText("E-mail e senha não conferem").waitFor();
      expect(await page.getByLabel("E-mail").inputValue()).toBe("livia@loja.example");
      expect(await seriousFindings(page)).toEqual([]);
    }));

  it("asks for the code of a second factor once the password was right", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT, REFUSED] }, async (page, standIn) => {
      standIn.refuseSignIn = "code_required";
      await page.goto("/portal/entrar");
      await page.getByLabel("E-mail").fill("livia@loja.example");
      await page.getByLabel("Senha", { exact: true }).fill("certa");
      await page.getByRole("button", { name: "Entrar", exact: true }).click();
      const code = page.getByLabel("Código");
      await code.waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
      standIn.refuseSignIn = undefined;
      await code.fill("123456");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Olá, Lívia Prado" }).waitFor();
    }));

  it("leads the marketplace's people from the sellers' portal to their own", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT] }, async (page, standIn) => {
      standIn.person = REVIEWER;
      await page.goto("/portal/convite#vin_abc");
      await page.getByLabel("Senha nova").fill("quatro palavras sem relação");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Olá, Marina Alves" }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/backoffice\/?$/);
    }));

  it("lets who is invited and signs in already accept after signing in", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT] }, async (page, standIn) => {
      const { invitation } = standIn;
      standIn.invitation = { ...invitation, isRegistered: true };
      await page.goto("/portal/convite#vin_abc");
      await page.getByText("Loja Primeira Vitrine convidou você").waitFor();
      expect(await page.getByLabel("E-mail").inputValue()).toBe("livia@loja.example");
      const accepted = page.waitForRequest("**/portal/v1/invitations/accept");
      await page.getByLabel("Senha", { exact: true }).fill("quatro palavras sem relação");
      await page.keyboard.press("Enter");
      expect((await accepted).postDataJSON()).toEqual({ invitation: "vin_abc" });
      await page.getByRole("heading", { name: "Olá, Lívia Prado" }).waitFor();
      standIn.invitation = invitation;
    }));

  it("works with a passkey, made at the invitation and used afterwards", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT] }, async (page, standIn, browserContext) => {
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
      const site = standIn.baseUrl.replace("127.0.0.1", "localhost");
      await page.goto(`${site}/portal/convite#vin_abc`);
      await page.getByRole("button", { name: "Criar uma chave de acesso" }).click();
      await page.getByRole("heading", { name: "Olá, Lívia Prado" }).waitFor();
      await page.getByRole("button", { name: "Lívia Prado" }).click();
      await page.getByRole("menuitem", { name: "Sair" }).click();
      const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/portal/v1/session"));
      await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
      expect((await sent).postDataJSON()).toEqual({ passkey: expect.objectContaining({ type: "public-key" }) });
      await page.getByRole("heading", { name: "Olá, Lívia Prado" }).waitFor();
    }));

  it("leaves nothing of the person in the page once they are out", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT] }, async (page, standIn) => {
      standIn.beginSession();
      await page.goto("/portal");
      await page.getByRole("button", { name: "Lívia Prado" }).click();
      await page.getByRole("menuitem", { name: "Sair" }).click();
      await page.getByRole("heading", { name: "Entrar" }).waitFor();
      await page.goBack();
      await page.getByRole("heading", { name: "Entrar" }).waitFor();
    }));
});
