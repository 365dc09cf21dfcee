import type { Screen } from "./catalog.ts";

const TITLES = { portal: "The sellers' portal", backoffice: "The marketplace's back office" } as const;
const HEADING = `<!-- Printed from the routes of the portals by \`npx vitest run test/web/screens-document.test.ts -u\`. Change the route or its page, then print it again. -->

# Screens

Every address of both portals: what it shows, its keys (\`g p\` is \`g\`, then \`p\`), the operations that it calls ([docs/operations.md](operations.md)), and the roles that have it in
their navigation. What a role may do on a screen is in [docs/roles.md](roles.md). Keys and operations that all screens share, such as \`?\` for help, are left out.
`;
const HEAD = "| Address | Shows | Keys | Operations | Roles |\n| --- | --- | --- | --- | --- |\n";
const EVERYBODY = "all";

/** `docs/screens.md`. */
export const screensDocument = (screens: readonly Screen[]): string =>
  [
    HEADING,
    ...Object.entries(TITLES).map(
      ([portal, title]) =>
        `## ${title}\n\n${HEAD}${screens
          .filter((screen) => screen.portal === portal)
          .map(rowOf)
          .join("")}`,
    ),
  ].join("\n");

const rowOf = ({ route, shows, keys, operations, roles }: Screen): string =>
  `| \`${route}\` | ${shows} | ${codes(numbered(keys))} | ${codes(operations)} | ${roles.length === 0 ? EVERYBODY : codes(roles)} |\n`;

const codes = (texts: readonly string[]): string => texts.map((text) => `\`${text}\``).join(" ");

const DIGIT = /^[1-9]$/;
/** The keys 1 to 9 as one. */
function numbered(keys: readonly string[]): readonly string[] {
  const digits = keys.filter((key) => DIGIT.test(key));
  return digits.length < 2 ? keys : [...keys.filter((key) => !DIGIT.test(key)), `${digits[0]}–${digits.at(-1)}`];
}
