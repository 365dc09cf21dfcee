import { SETTINGS, type Settings } from "../../config.ts";
import type { Lang } from "../../platform/contract/index.ts";
import type { FirstPeople } from "../../people/index.ts";
import type { InstanceFile } from "../../command-line/instance-file.ts";
import { quoteShellArgument } from "../../platform/basics/index.ts";

const WORDS = {
  "pt-BR": {
    portal: "Portal do lojista",
    backoffice: "Back office",
    notBuilt: "páginas não construídas: rode bin/setup",
    api: "API do lojista",
    operator: "API do operador",
    docs: "Documentos",
    health: "Saúde",
    enter: "Para entrar pela primeira vez, em 7 dias (cada endereço serve uma vez):",
    seller: "Lojista pronto",
    first: "Primeira chamada para colar:",
    sale: "Uma venda inteira, em outro terminal:",
    database: "Banco",
    embedded: "PostgreSQL embutido em",
    external: "PostgreSQL externo",
  },
  en: {
    portal: "Seller portal",
    backoffice: "Back office",
    notBuilt: "pages not built: run bin/setup",
    api: "Seller API",
    operator: "Operator API",
    docs: "Documents",
    health: "Health",
    enter: "To enter for the first time, within 7 days (each address serves once):",
    seller: "Ready seller",
    first: "A first call to paste:",
    sale: "A whole sale, in another terminal:",
    database: "Database",
    embedded: "embedded PostgreSQL in",
    external: "external PostgreSQL",
  },
} as const;

/** Contents of the ready message other than the credentials. */
export interface ServerFacts {
  readonly baseUrl: string;
  /** Where the first people come in, as long as none have. */
  readonly people: FirstPeople;
  readonly settings: Settings;
  readonly version: string;
  readonly lang: Lang;
  /** Whether the pages of the portals were built. */
  readonly hasPages: boolean;
}

/**
 * The text that bin/start prints when it is ready: addresses and, in a sandbox, a credential and a call to paste. The last line is `ready
 * <base url>`.
 */
export function readyText(file: InstanceFile, { baseUrl, people, settings, version, lang, hasPages }: ServerFacts): string {
  const words = WORDS[lang];
  const rows: (readonly [string, string])[] = [
    [words.portal, hasPages ? `${baseUrl}/portal` : words.notBuilt],
    [words.backoffice, hasPages ? `${baseUrl}/backoffice` : words.notBuilt],
    [words.api, `${baseUrl}/api/v1  ${baseUrl}/api/v2`],
    [words.operator, `${baseUrl}/operator/v1`],
    [words.docs, `${baseUrl}/openapi/v2.json  ${baseUrl}/openapi/v1.json  ${baseUrl}/docs/errors.md`],
    [words.health, `${baseUrl}/livez  ${baseUrl}/readyz  ${baseUrl}/metrics`],
    [words.database, settings.databaseUrl === "" ? `${words.embedded} ${settings.dataDir}` : words.external],
  ];
  const { seller } = file;
  const call = seller && [
    "",
    `${words.seller}: ${seller.name} (sellerId ${seller.sellerId})`,
    `  client_id: ${seller.clientId}`,
    `  access_token: ${seller.accessToken}`,
    "",
    words.first,
    `  curl ${baseUrl}/api/v1/brands -H 'client_id: ${seller.clientId}' -H 'access_token: ${seller.accessToken}'`,
    "",
    words.sale,
    `  bin/vitrine demo${dataOption(settings)}`,
    "",
  ];
  const invitations = [people.portal, people.backoffice].flatMap((path) => (path === undefined ? [] : [`  ${baseUrl}${path}`]));
  const width = Math.max(...rows.map(([label]) => label.length));
  return [
    `Vitrine ${version} (${settings.environment})`,
    ...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`),
    ...(invitations.length === 0 ? [] : ["", words.enter, ...invitations]),
    ...(call ?? [""]),
    `ready ${baseUrl}`,
    "",
  ].join("\n");
}

/** The `--data` option that makes a command use this instance. Empty if the data folder is the default one. */
const dataOption = ({ dataDir, environment }: Settings): string =>
  dataDir === SETTINGS.dataDir.fallback(environment) ? "" : ` --data ${quoteShellArgument(dataDir)}`;

/** The ready message for programs, on one line. */
export function readyJson({ seller }: InstanceFile, { baseUrl, people, settings, version }: ServerFacts): string {
  const { environment, dataDir } = settings;
  const links = Object.entries(people).map(([name, path]) => [name, `${baseUrl}${path}`]);
  const invited = links.length === 0 ? {} : { people: Object.fromEntries(links) as object };
  return `${JSON.stringify({ ready: baseUrl, version, environment, dataDir, ...(seller ? { seller } : {}), ...invited })}\n`;
}
