import { readFileSync } from "node:fs";
import { SETTINGS, settingsInForce, type SettingInForce, type Settings } from "../config.ts";
import type { Lang } from "../platform/errors.ts";
import { JSON_OPTION, type Command, type Terminal } from "./command.ts";
import { SERVE_OPTIONS } from "./serve.ts";
import { wordsOf } from "./usage.ts";

/** `config`: every setting as bin/start would see it here, with its default and its meaning; exit code 1 when one is wrong. */
export const config: Command = {
  name: "config",
  usage: "config [--json] [--env sandbox|production] [...]",
  does: {
    "pt-BR": "Mostra cada configuração com valor, padrão e significado, e confere todas.",
    en: "Shows every setting with its value, default and meaning, and checks them all.",
  },
  options: [JSON_OPTION, ...SERVE_OPTIONS],
  run(args, terminal) {
    wordsOf(args, [], terminal.lang);
    const settings = settingsInForce(args.options, undefined, (path) => readFileSync(path, "utf8"));
    if (args.switches.has("json"))
      terminal.out.write(`${JSON.stringify(settings.map((one) => ({ ...one, meaning: meaningOf(one, terminal.lang) })))}\n`);
    else printText(settings, terminal);
    return Promise.resolve(settings.some(({ fault }) => fault !== undefined) ? 1 : 0);
  },
};

const WORDS = {
  "pt-BR": { empty: "(vazio)", fallback: "padrão", from: "de", wrong: "ERRADO" },
  en: { empty: "(empty)", fallback: "default", from: "from", wrong: "WRONG" },
} as const;

function printText(settings: readonly SettingInForce[], { out, lang }: Terminal): void {
  const words = WORDS[lang];
  const shown = (value: string) => (value === "" ? words.empty : value);
  for (const setting of settings) {
    const { environmentVariable, flag, value, fallback, source, fault } = setting;
    const origin = source === undefined ? words.fallback : `${words.from} ${source}; ${words.fallback} ${shown(fallback)}`;
    out.write(`${environmentVariable}=${shown(value)}  (${origin})${flag === undefined ? "" : `  --${flag}`}\n`);
    out.write(`    ${meaningOf(setting, lang)}\n`);
    if (fault !== undefined) out.write(`    ${words.wrong}: ${fault}\n`);
  }
}

const meaningOf = ({ name }: SettingInForce, lang: Lang) => (lang === "en" ? SETTINGS[name].meaning : MEANINGS[name]);

/** The meanings in Portuguese; in English they stand with the settings. */
const MEANINGS: Readonly<Record<keyof Settings, string>> = {
  environment: "Ambiente que este processo serve. Cada um tem um banco próprio.",
  port: "Porta TCP em que escutar; 0 escolhe uma livre.",
  host: "Endereço em que escutar.",
  dataDir: "Pasta do PostgreSQL embutido e do arquivo de instância que a linha de comando lê.",
  databaseUrl: "Um servidor PostgreSQL (15 ou mais novo) a usar no lugar do embutido.",
  role: "O que este processo faz: responder à API, executar o trabalho que venceu.",
  publicUrl: "URL base em documentos e endereços impressos; vazio = o endereço em que escuta.",
  logLevel: "Linha de log menos grave a escrever; info escreve uma linha por requisição.",
  outboundHostsAllowed:
    "Livres da proteção contra endereços privados. O sandbox sempre libera seu próprio servidor de imagens para imagens.",
  familySettleSeconds: "Segundos que uma família incompleta espera por suas variações antes de ser criticada.",
  imageRecheckSeconds: "Idade em segundos acima da qual uma imagem boa é baixada de novo quando seu produto é reenviado.",
  imageRetrySeconds: "Esperas entre as tentativas de uma imagem que não pôde ser baixada; depois da última vira crítica.",
  imageConcurrency: "Imagens baixadas ao mesmo tempo.",
  quotaPerMinute: "Chamadas por minuto de uma credencial cujo plano não diz outra coisa.",
  quotaBurstPercent: "Parte das chamadas de um minuto que pode vir de uma vez.",
  maxInFlight: "Requisições em andamento acima das quais as seguintes recebem 503.",
  bodyLimitBytes: "Maior corpo de requisição, onde a operação não define outro.",
  databaseConnections: "Conexões para chamadas.",
  statementTimeoutMs: "Comando mais longo de uma chamada, em milissegundos.",
  drainSeconds: "Segundos entre deixar de estar pronto e fechar, para que os balanceadores percebam.",
  reviewSlaHours: "Horas em que a equipe de catálogo revisa um produto.",
};
