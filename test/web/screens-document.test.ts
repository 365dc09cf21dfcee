import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { PROJECT } from "../../src/project.ts";
import { allScreens, type Screen } from "./screens/catalog.ts";
import { screensDocument } from "./screens/document.ts";
import { NOT_ON_A_SCREEN } from "./screens/not-on-a-screen.ts";

let screens: readonly Screen[] = [];
beforeAll(async () => {
  screens = await allScreens();
});

describe("docs/screens.md", () => {
  it("is what the routes and their pages say; npx vitest run test/web/screens-document.test.ts -u prints it", () =>
    expect(screensDocument(screens)).toMatchFileSnapshot(join(PROJECT, "docs", "screens.md")));

  it("says of every screen what it shows", () => expect(screens.filter(({ shows }) => shows === "")).toEqual([]));
});

describe("an operation of the operators' document", () => {
  const reached = () => new Set(screens.filter(({ portal }) => portal === "backoffice").flatMap(({ operations }) => operations));

  it("is reachable from a screen, or is named as not meant for one", () => {
    const ids = OPERATIONS.filter(({ api }) => api === "operator").map(({ id }) => id);
    expect(ids.filter((id) => !reached().has(id) && NOT_ON_A_SCREEN[id] === undefined)).toEqual([]);
  });

  it("is not named so while a screen has it", () => expect(Object.keys(NOT_ON_A_SCREEN).filter((id) => reached().has(id))).toEqual([]));
});
