import { describe, expect, it } from "vitest";
import { ApiError } from "../../web/src/api/errors.ts";
import { deviceOf } from "../../web/src/app/account/device-name.ts";
import { fieldErrors } from "../../web/src/ui/field-errors.ts";
import { folded, formatCount, formatMoney, formatRelatively } from "../../web/src/ui/format.ts";
import { keyCaps, pressedKey } from "../../web/src/ui/keys/key-table.ts";

const NOW = Date.UTC(2026, 10, 27, 15);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("instants as people say them", () => {
  it.each([
    [-5_000, "agora", "now"],
    [-31 * MINUTE, "há 31 min", "31 min ago"],
    [-59.6 * MINUTE, "há 1 h", "1 hr ago"],
    [2 * HOUR - 3, "em 2 h", "in 2 hr"],
    [23.7 * HOUR, "amanhã", "tomorrow"],
    [-3 * DAY, "há 3 dias", "3 days ago"],
    [-9 * DAY, "18 de novembro", "November 18"],
    [-400 * DAY, "23 de out. de 2025", "Oct 23, 2025"],
  ])("%d ms away", (distance, portuguese, english) => {
    expect([formatRelatively(NOW + distance, NOW, "pt-BR"), formatRelatively(NOW + distance, NOW, "en")]).toEqual([portuguese, english]);
  });
});

it("money has two decimals and never wraps; counts have separators", () => {
  expect([formatMoney(1_234.5, "pt-BR"), formatMoney(0, "en"), formatCount(2_192, "pt-BR")]).toEqual([
    "R$\u00a01.234,50",
    "R$0.00",
    "2.192",
  ]);
});

it("texts are found without their accents", () => expect(folded(" Críticas ")).toBe("criticas"));

describe("keys", () => {
  const press = (key: string, held: Partial<{ ctrlKey: boolean; metaKey: boolean; altKey: boolean }> = {}) =>
    pressedKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

  it("are named as tables name them", () => {
    expect([press("j"), press("J"), press("?"), press(" "), press("Enter")]).toEqual(["j", "j", "?", "Space", "Enter"]);
    expect([press("k", { ctrlKey: true }), press("k", { metaKey: true }), press("1", { altKey: true })]).toEqual([
      "mod+k",
      "mod+k",
      "alt+1",
    ]);
  });

  it("are shown as they stand on the keyboard", () => {
    expect([keyCaps("mod+k", false), keyCaps("mod+k", true), keyCaps("g p", false), keyCaps("Enter", false)]).toEqual([
      ["Ctrl", "k"],
      ["⌘", "k"],
      ["g", "p"],
      ["↵"],
    ]);
  });
});

describe("refusals at their fields", () => {
  const refusal = (...pointers: readonly string[]) =>
    new ApiError({ method: "POST", address: "/" }, 400, "id", {
      type: "Bad_Request_Error",
      description: "",
      notifications: [],
      requestId: "id",
      links: [],
      details: pointers.map((pointer) => ({ code: "c", pointer, message: `wrong: ${pointer}` })),
    });

  it.each([
    ["/name", "name"],
    ["/images/0/url", "images"],
    ["/items/0/sku", "items.0.sku"],
    ["/a~1b", "a/b"],
  ])("%s belongs to %s", (pointer, field) => {
    expect(fieldErrors(refusal(pointer), ["name", "images", "items.0.sku", "a/b"])).toEqual({
      errors: { [field]: `wrong: ${pointer}` },
      rest: [],
    });
  });

  it("are all shown: several of one field together, those of no field apart", () => {
    const { errors, rest } = fieldErrors(refusal("/name", "/name", "", "header.If-Match"), ["name"]);
    expect(errors).toEqual({ name: "wrong: /name wrong: /name" });
    expect(rest.map(({ pointer }) => pointer)).toEqual(["", "header.If-Match"]);
  });

  it("of something that is no refusal are none", () => expect(fieldErrors(new Error("x"), ["name"])).toEqual({ errors: {}, rest: [] }));
});

describe("devices", () => {
  const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  it.each([
    ["Chrome", "Linux", `Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`],
    ["Chrome", "Android", `Mozilla/5.0 (Linux; Android 15) ${CHROME}`],
    ["Edge", "Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/140.0.0.0`],
    ["Opera", "macOS", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} OPR/120.0.0.0`],
    ["Firefox", "Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
    [
      "Safari",
      "iOS",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
    ],
    [undefined, undefined, "PainelDaLoja/2.1"],
    [undefined, undefined, ""],
  ])("are %s on %s", (browser, system, agent) => expect(deviceOf(agent)).toEqual({ browser, system }));
});
