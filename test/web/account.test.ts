import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { codeOfStep } from "../../src/platform/crypto/time-based-code.ts";
import { client, eventually } from "../harness.ts";
import { base32Bytes, enter, PAGE, PASSWORD, type Person, personOf, SESSION } from "../people/people.ts";
import { DESKTOP, LOOKS, PHONE, seriousFindings } from "./browser.ts";
import { JOURNEY_MS, journeysThrough, signInAs, takeSession } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

const { walk } = journeysThrough();
const NEW_PASSWORD = "cinco palavras bem diferentes hoje";
/** Whoever is not signed in is told so by `me`. */
const SIGNED_OUT = /^401 \/portal\/v1\/me$/;
const CODE_ASKED = /^401 \/portal\/v1\/session$/;
const ENDS_MS = 5_000;
const OTHER_DEVICE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const ofShop = ({ shop }: PagesMarket) => shop.person("stock");
/** The same person on another device. */
async function elsewhere(market: PagesMarket, { email }: Person, agent = "node"): Promise<Person> {
  const device = client(market.baseUrl, { ...PAGE, "user-agent": agent });
  return personOf(market, await device.post(SESSION, { email, password: PASSWORD }));
}
const isSignedIn = async (person: Person) => (await person.get("/portal/v1/me")).status === 200;
const told = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).first().waitFor();
const section = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** The code that an authenticator app with this secret shows so many steps from now. */
const codeOf = (secret: string, steps = 0): string => codeOfStep(base32Bytes(secret), Math.floor(Date.now() / 30_000) + steps);

async function open(page: Page, browser: BrowserContext, market: PagesMarket, person: Person, address = "/portal/conta"): Promise<void> {
  await takeSession(browser, market, person);
  await page.goto(address);
  await page
    .getByRole("list", { name: /^(Sessões|Sessions)$/ })
    .getByRole("listitem")
    .first()
    .waitFor();
}

/** The authenticator of the device, which agrees to everything. */
async function giveAuthenticator(page: Page, browser: BrowserContext): Promise<void> {
  const devices = await browser.newCDPSession(page);
  await devices.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await devices.send("WebAuthn.addVirtualAuthenticator", { options });
}

describe("one's own account", { timeout: JOURNEY_MS }, () => {
  for (const { theme, language } of LOOKS)
    it.for([
      ["/portal/conta", "shopkeeper"],
      ["/backoffice/conta", "reviewer"],
    ] as const)(`is accessible in ${theme} and ${language}: %s`, ([address, who], context) =>
      walk(context, { theme, language, viewport: theme === "dark" ? PHONE : DESKTOP }, async (page, market, browser) => {
        await elsewhere(market, market[who]);
        await open(page, browser, market, market[who], address);
        const isEnglish = language === "en";
        await page.getByRole("button", { name: isEnglish ? "Turn on the second factor" : "Ativar o segundo fator" }).click();
        await page.getByLabel(isEnglish ? "Code" : "Código", { exact: true }).waitFor();
        expect(await seriousFindings(page)).toEqual([]);
        await page.getByRole("button", { name: isEnglish ? "End all others" : "Encerrar todas as outras" }).click();
        await page.getByRole("dialog").waitFor();
        expect(await seriousFindings(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      }),
    );

  it("opens from the person's menu and from the palette, by keyboard alone", (context) =>
    walk(context, { as: ofShop }, async (page) => {
      const title = page.getByRole("heading", { name: "Minha conta", exact: true });
      await page.goto("/portal");
      await page.getByRole("button", { name: "Lívia Prado" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: "Minha conta" }).waitFor();
      await page.keyboard.press("Enter");
      await title.waitFor();
      expect(new URL(page.url()).pathname).toBe("/portal/conta");
      expect(await page.title()).toBe("Minha conta · Vitrine");
      await page.keyboard.press("g");
      await page.keyboard.press("h");
      await page.getByRole("heading", { name: /^Olá/ }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("textbox", { name: "Tela ou ação" }).waitFor();
      await page.keyboard.type("minha conta");
      await page.getByRole("button", { name: "Minha conta" }).first().waitFor();
      await page.keyboard.press("Enter");
      await title.waitFor();
    }));

  it("changes the name, and shows why one is refused where it was typed", (context) =>
    walk(context, { expectedFailures: [/^400 /] }, async (page, market, browser) => {
      const person = await ofShop(market);
      await open(page, browser, market, person);
      const name = page.getByLabel("Nome", { exact: true });
      await name.fill(" ");
      await page.keyboard.press("Enter");
      await page.getByText("envie um nome que se possa ler").waitFor();
      expect(await name.getAttribute("aria-invalid")).toBe("true");
      await name.fill("Lívia Prado Alves");
      await page.reload();
      expect(await name.inputValue()).toBe("Lívia Prado Alves");
      await name.press("Enter");
      await told(page, "Nome salvo");
      await page.getByRole("button", { name: "Lívia Prado Alves: conta e idioma" }).waitFor();
      expect((await person.get("/portal/v1/me")).json.name).toBe("Lívia Prado Alves");
    }));

  it("changes the language at once, and for what the server writes too", (context) =>
    walk(context, {}, async (page, market, browser) => {
      const person = await ofShop(market);
      await open(page, browser, market, person);
      await page.getByRole("radio", { name: "English" }).check();
      await page.getByRole("heading", { name: "My account" }).waitFor();
      await eventually("the language", async () => (await person.get("/portal/v1/me")).json.language === "en");
    }));

  it("changes the password: the one before no longer signs in, and other sessions end", (context) =>
    walk(context, { expectedFailures: [/^422 \/portal\/v1\/me\/password$/] }, async (page, market, browser) => {
      const person = await ofShop(market);
      const other = await elsewhere(market, person);
      await open(page, browser, market, person);
      const [current, password] = [page.getByLabel("Senha atual", { exact: true }), page.getByLabel("Senha nova", { exact: true })];
      await current.fill("não é esta");
      await page.keyboard.press("Tab");
      await page.keyboard.type(NEW_PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByText("A senha atual não é esta.").waitFor();
      expect(await password.inputValue()).toBe(NEW_PASSWORD);
      await current.fill(PASSWORD);
      await password.fill("curta");
      await page.keyboard.press("Enter");
      await page.getByText("A senha tem 5 caracteres").waitFor();
      expect(await current.inputValue()).toBe(PASSWORD);
      expect(await seriousFindings(page)).toEqual([]);
      await password.fill(NEW_PASSWORD);
      await page.keyboard.press("Enter");
      await told(page, "A senha nova já vale");
      expect(await current.inputValue()).toBe("");
      expect((await enter(market, person.email)).status).toBe(401);
      expect((await enter(market, person.email, NEW_PASSWORD)).status).toBe(201);
      await eventually("the end of the other session", async () => !(await isSignedIn(other)), ENDS_MS);
      await page.reload();
      await page.getByText("este aparelho", { exact: true }).waitFor();
    }));

  it("sets up a second factor, which the next sign-in asks for, and removes it", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT, CODE_ASKED, /^422 \/portal\/v1\/time-based-codes$/] }, async (page, market, browser) => {
      const person = await ofShop(market);
      await open(page, browser, market, person);
      await page.getByRole("button", { name: "Ativar o segundo fator" }).click();
      const shown = (await section(page, "Segundo fator").locator("code").textContent())!;
      expect(shown).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
      const secret = shown.replaceAll(" ", "");
      const address = await page.getByRole("link", { name: "Abrir no aplicativo deste aparelho" }).getAttribute("href");
      expect(address).toMatch(new RegExp(`^otpauth://totp/.*secret=${secret}`));
      const code = page.getByLabel("Código", { exact: true });
      await code.fill(codeOf(secret, 500));
      await page.keyboard.press("Enter");
      await page.getByText("não é o do segredo novo agora").waitFor();
      await code.fill(codeOf(secret, -1));
      await page.keyboard.press("Enter");
      await told(page, "O segundo fator está ativo");
      await section(page, "Segundo fator").getByText("ativo", { exact: true }).waitFor();
      await page.getByRole("button", { name: /conta e idioma$/ }).click();
      await page.getByRole("menuitem", { name: "Sair" }).click();
      await page.getByRole("heading", { name: "Entrar" }).waitFor();
      await signInAs(page, person.email);
      await page.getByLabel("Código").fill(codeOf(secret));
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: /^Olá/ }).waitFor();
      await page.goto("/portal/conta");
      await page.getByRole("button", { name: "Desativar o segundo fator" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Desativar o segundo fator" }).click();
      await told(page, "O segundo fator está desativado");
      await page.getByRole("button", { name: "Ativar o segundo fator" }).waitFor();
      expect((await enter(market, person.email)).status).toBe(201);
    }));

  it("adds a passkey on this device, which signs in, and removes it", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT] }, async (page, market, browser) => {
      const site = { baseUrl: market.baseUrl.replace("127.0.0.1", "localhost") };
      const person = await ofShop(market);
      await giveAuthenticator(page, browser);
      await takeSession(browser, site, person);
      await page.goto(`${site.baseUrl}/portal/conta`);
      const name = page.getByLabel("Nome da chave");
      expect(await name.inputValue()).toBe("Chrome no Linux");
      await name.fill("Notebook da Lívia");
      await page.keyboard.press("Enter");
      await told(page, "A chave de acesso foi criada");
      const row = page.getByRole("list", { name: "Chaves de acesso" }).getByRole("listitem").filter({ hasText: "Notebook da Lívia" });
      await row.getByText("Ainda não usada").waitFor();
      await page.getByRole("button", { name: "Criar chave neste aparelho" }).click();
      await page.getByText("Este aparelho já tem uma chave sua").waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("button", { name: /conta e idioma$/ }).click();
      await page.getByRole("menuitem", { name: "Sair" }).click();
      await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
      await page.getByRole("heading", { name: /^Olá/ }).waitFor();
      await page.goto(`${site.baseUrl}/portal/conta`);
      await row.getByText("Último uso:").waitFor();
      await row.getByRole("button", { name: "Remover Notebook da Lívia" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remover", exact: true }).click();
      await told(page, "A chave de acesso foi removida");
      await row.waitFor({ state: "detached" });
    }));

  it("keeps the only passkey of who has no password, and lets them set one", (context) =>
    walk(context, { expectedFailures: [SIGNED_OUT, /^422 \/portal\/v1\/passkeys\//] }, async (page, market, browser) => {
      await giveAuthenticator(page, browser);
      const { sellerId } = market.shop;
      const site = market.baseUrl.replace("127.0.0.1", "localhost");
      await page.goto(site + (await market.invitationPath({ name: "Rita Lima", sellerId, role: "stock" })));
      await page.getByRole("button", { name: "Criar uma chave de acesso" }).click();
      await page.getByRole("heading", { name: /^Olá/ }).waitFor();
      await page.goto(`${site}/portal/conta`);
      await section(page, "Segundo fator").getByText("você entra sem senha").waitFor();
      await page.getByRole("button", { name: /^Remover/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Remover", exact: true }).click();
      await dialog.getByText("Esta é a única forma que você tem de entrar").waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await page.getByLabel("Senha nova", { exact: true }).fill(NEW_PASSWORD);
      await page.getByRole("button", { name: "Definir a senha" }).click();
      await told(page, "A senha nova já vale");
      await page.getByLabel("Senha atual", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Ativar o segundo fator" }).waitFor();
    }));

  it("lists sessions on other devices, ends one, and then all others, within seconds", (context) =>
    walk(context, {}, async (page, market, browser) => {
      const person = await ofShop(market);
      const [first, second, third] = [
        await elsewhere(market, person, OTHER_DEVICE),
        await elsewhere(market, person),
        await elsewhere(market, person),
      ];
      await open(page, browser, market, person);
      const list = page.getByRole("list", { name: "Sessões" }).getByRole("listitem");
      await expect.poll(() => list.count()).toBe(4);
      await list.first().getByText("este aparelho").waitFor();
      const chosen = list.filter({ hasText: "Chrome no Windows" });
      await chosen.getByText("127.0.0.1, com senha").waitFor();
      await chosen.getByText("Último uso:").waitFor();
      await chosen.getByRole("button", { name: /^Encerrar/ }).focus();
      await page.keyboard.press("Enter");
      await told(page, "A sessão em Chrome no Windows terminou");
      await chosen.waitFor({ state: "detached" });
      await eventually("the end of the session", async () => !(await isSignedIn(first)), ENDS_MS);
      expect(await isSignedIn(second)).toBe(true);
      await page.getByRole("button", { name: "Encerrar todas as outras" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("2 sessões terminam").waitFor();
      await dialog.getByRole("button", { name: "Encerrar todas as outras" }).press("Enter");
      await told(page, "As outras sessões terminaram");
      for (const other of [second, third]) await eventually("the end of the others", async () => !(await isSignedIn(other)), ENDS_MS);
      await expect.poll(() => list.count()).toBe(1);
      expect(await isSignedIn(person)).toBe(true);
    }));

  it("asks who signed in too long ago to sign in again, and goes on with what was begun", (context) =>
    walk(context, { expectedFailures: [/^403 \/portal\/v1\/time-based-codes$/] }, async (page, market, browser) => {
      const person = await ofShop(market);
      market.clock.move(20 * 60_000);
      await open(page, browser, market, person);
      const begin = page.getByRole("button", { name: "Ativar o segundo fator" });
      const dialog = page.getByRole("dialog", { name: "Confirme que é você" });
      await begin.click();
      await dialog.waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await section(page, "Segundo fator").getByText("esta sessão tem mais de 15 minutos").waitFor();
      await begin.click();
      await dialog.getByLabel("Senha", { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await section(page, "Segundo fator").locator("code").waitFor();
      expect(await dialog.count()).toBe(0);
    }));
});
