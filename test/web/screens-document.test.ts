import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { allScreens, type Screen } from "./screens/catalog.ts";
import { screensDocument } from "./screens/document.ts";

let screens: readonly Screen[] = [];
beforeAll(async () => {
  screens = await allScreens();
});

describe("docs/screens.md", () => {
  it("is what the routes and their pages say; npx vitest run test/web/screens-document.test.ts -u prints it", () =>
    expect(screensDocument(screens)).toMatchFileSnapshot(join(PROJECT, "docs", "screens.md")));

  it("says of every screen what it shows", () => expect(screens.filter(({ shows }) => shows === "")).toEqual([]));
});
