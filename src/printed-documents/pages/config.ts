import type { SETTINGS } from "../../config.ts";
import type { Environment } from "../../platform/contract/index.ts";
import { code, page, escaped, table } from "../markdown.ts";

type Setting = (typeof SETTINGS)[keyof typeof SETTINGS];

const INTRODUCTION = `# Settings

Everything that can be set. A flag of \`bin/start\` wins over the environment variable, that over \`<NAME>_FILE\` (a file that holds the
value, for secrets), that over the default. The server does not start with a wrong value and says what was expected; \`bin/vitrine config\`
prints the values in force.`;

/** docs/config.md: every setting with its variable, flag, default in each environment and meaning. */
export const configPage = (settings: readonly Setting[]): string =>
  page(
    INTRODUCTION,
    table(
      ["variable", "flag", "sandbox", "production", "expects", "meaning"],
      settings.map((setting) => [
        code(setting.environmentVariable),
        setting.flag === undefined ? "" : code(`--${setting.flag}`),
        ...(["sandbox", "production"] as const).map((environment) => fallback(setting, environment)),
        escaped(setting.expects.en),
        escaped(setting.meaning),
      ]),
    ),
  );

function fallback(setting: Setting, environment: Environment): string {
  const value: unknown = setting.fallback(environment);
  return code(String(value)) || "(none)";
}
