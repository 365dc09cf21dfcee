import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NODE_OPTIONS } from "../../bench/server.ts";
import { PROJECT } from "../../src/commands/project.ts";

it("starts Node for measurements as it is started for use", () => {
  const starter = readFileSync(join(PROJECT, "bin", "setup"), "utf8");
  const options = /^run\(\) \{ exec "\$node" (.+) "\$root\/src\/main\.ts"/m.exec(starter)?.[1];
  expect(options?.split(" ")).toEqual(NODE_OPTIONS);
});
