import { describe, expect, it } from "vitest";
import { staleReasons } from "./architecture/files.ts";
import { unusedReasons } from "./architecture/purity.ts";
import { sayBreach, sourcesFrom } from "./architecture/rule.ts";
import { RULES } from "./architecture/rules.ts";
import { sourcesOf } from "./architecture/source.ts";

const sources = sourcesOf(
  "src/**/*.ts",
  "test/**/*.ts",
  "bench/**/*.ts",
  "data/**/*.ts",
  "web/*.ts",
  "web/build/*.ts",
  "web/src/**/!(generated)/*.{ts,tsx}",
  "web/src/*.ts",
);

describe("the house (ARCHITECTURE.md, STYLE.md)", () => {
  it.each(RULES)("keeps: $name", ({ breaches }) => {
    expect(breaches(sources).map(sayBreach)).toEqual([]);
  });

  it("is read whole", () => {
    expect(sources.map((source) => source.path)).toEqual(
      expect.arrayContaining([
        "src/main.ts",
        "src/platform/database/database.ts",
        "test/architecture.test.ts",
        "web/src/app/shell/Shell.tsx",
      ]),
    );
  });

  it("has no exception left that nothing needs", () => {
    expect([...staleReasons(sources), ...unusedReasons(sources)]).toEqual([]);
  });
});

describe.each(RULES)("planted bugs: $name", ({ breaches, broken, kept }) => {
  it.each(broken)("sees $0", (files) => {
    expect(breaches(sourcesFrom(files))).not.toEqual([]);
  });
  it.each(kept)("lets pass $0", (files) => {
    expect(breaches(sourcesFrom(files)).map(sayBreach)).toEqual([]);
  });
});
