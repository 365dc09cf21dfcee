import type { Option } from "./command.ts";

/** The options of every command. */
export const COMMON_OPTIONS: readonly Option[] = [
  { name: "json", meaning: { "pt-BR": "saída em JSON", en: "JSON output" } },
  { name: "help", meaning: { "pt-BR": "esta ajuda", en: "this help" } },
];

/** Options that choose the instance a command calls. */
export const INSTANCE_OPTIONS: readonly Option[] = [
  { name: "data", value: "DIR", meaning: { "pt-BR": "pasta de dados da instância local", en: "data folder of the local instance" } },
  {
    name: "url",
    value: "URL",
    meaning: { "pt-BR": "instância remota (com VITRINE_OPERATOR_KEY)", en: "a remote instance (with VITRINE_OPERATOR_KEY)" },
  },
];

/** Options that choose the database of an instance. They work as in bin/start. */
export const DATABASE_OPTIONS: readonly Option[] = [
  { name: "data", value: "DIR", meaning: { "pt-BR": "pasta de dados", en: "data folder" } },
  {
    name: "database-url",
    value: "URL",
    meaning: { "pt-BR": "PostgreSQL externo (ou DATABASE_URL)", en: "an external PostgreSQL (or DATABASE_URL)" },
  },
  { name: "env", values: ["sandbox", "production"], meaning: { "pt-BR": "ambiente", en: "environment" } },
];

/** Options of bin/start. Each option changes the setting that has this option as its flag. */
export const SERVER_OPTIONS: readonly Option[] = [
  { name: "port", value: "8080", meaning: { "pt-BR": "porta TCP; 0 escolhe uma livre", en: "TCP port; 0 chooses a free one" } },
  { name: "host", value: "ADDRESS", meaning: { "pt-BR": "endereço em que escutar", en: "address to listen on" } },
  { name: "data", value: "DIR", meaning: { "pt-BR": "pasta de dados", en: "data folder" } },
  { name: "env", values: ["sandbox", "production"], meaning: { "pt-BR": "ambiente a servir", en: "environment to serve" } },
  {
    name: "database-url",
    value: "URL",
    meaning: { "pt-BR": "PostgreSQL a usar no lugar do embutido", en: "PostgreSQL to use instead of the embedded one" },
  },
  { name: "role", value: "api,worker,dispatcher", meaning: { "pt-BR": "o que este processo faz", en: "what this process does" } },
];
