import { readFileSync } from "node:fs";
import { SETTINGS, effectiveSettings, type EffectiveSetting, type Settings } from "../config.ts";
import type { Lang } from "../platform/contract/index.ts";
import { wantsJson, type Command, type Terminal } from "../command-line/command.ts";
import { coloured } from "../command-line/colours.ts";
import { SERVER_OPTIONS } from "../command-line/shared-options.ts";

/** `config`: shows every setting as bin/start would read it, with its default and meaning. Exit code 1 if a setting is wrong or missing. */
export const config: Command = {
  name: "config",
  does: {
    "pt-BR": "Mostra cada configuração com valor, padrão e significado, e confere todas.",
    en: "Shows every setting with its value, default and meaning, and checks them all.",
  },
  options: SERVER_OPTIONS,
  json: { as: "array", fields: ["name", "environmentVariable", "flag?", "value", "fallback", "source?", "fault?", "meaning"] },
  exits: { failed: { "pt-BR": "alguma configuração está errada ou falta", en: "a setting is wrong or missing" } },
  examples: [
    { line: "config", does: { "pt-BR": "O que bin/start veria aqui.", en: "What bin/start would see here." } },
    { line: "config --env production", does: { "pt-BR": "O que falta para a produção.", en: "What production still needs." } },
  ],
  run(args, terminal) {
    const settings = effectiveSettings(args.options, undefined, (path) => readFileSync(path, "utf8"));
    if (wantsJson(args)) terminal.out.write(`${JSON.stringify(settings.map((one) => rowOf(one, terminal.lang)))}\n`);
    else printText(settings, terminal);
    return Promise.resolve(settings.some(({ fault }) => fault !== undefined) ? 1 : 0);
  },
};

const WORDS = {
  "pt-BR": { empty: "(vazio)", fallback: "padrão", from: "de", wrong: "ERRADO" },
  en: { empty: "(empty)", fallback: "default", from: "from", wrong: "WRONG" },
} as const;

function printText(settings: readonly EffectiveSetting[], { out, lang }: Terminal): void {
  const words = WORDS[lang];
  const shown = (value: string) => (value === "" ? words.empty : value);
  for (const setting of settings) {
    const { environmentVariable, flag, value, fallback, source, fault } = setting;
    const origin = source === undefined ? words.fallback : `${words.from} ${source}; ${words.fallback} ${shown(fallback)}`;
    out.write(`${environmentVariable}=${shown(value)}  (${origin})${flag === undefined ? "" : `  --${flag}`}\n`);
    out.write(`    ${meaningOf(setting, lang)}\n`);
    if (fault !== undefined) out.write(`    ${coloured(out, "bad", words.wrong)}: ${fault[lang]}\n`);
  }
}

const rowOf = ({ fault, ...setting }: EffectiveSetting, lang: Lang) => ({
  ...setting,
  ...(fault && { fault: fault[lang] }),
  meaning: meaningOf(setting, lang),
});

const meaningOf = ({ name }: Pick<EffectiveSetting, "name">, lang: Lang) => (lang === "en" ? SETTINGS[name].meaning : MEANINGS[name]);

/** Meanings of the settings in Portuguese. `SETTINGS` contains the English ones. */
const MEANINGS: Readonly<Record<keyof Settings, string>> = {
  referenceNoticeDays:
    "Dias entre o anúncio e a vigência de uma mudança dos dados de referência ou regras que retira ou aperta algo; antes disso, só com motivo.",
  environment: "Ambiente que este processo serve. Cada um tem um banco próprio.",
  port: "Porta TCP em que escutar; 0 escolhe uma livre.",
  host: "Endereço em que escutar. Onde outros o alcançam, o sandbox não entrega notificações à própria máquina.",
  dataDir: "Pasta do PostgreSQL embutido e do arquivo de instância que a linha de comando lê.",
  databaseUrl:
    "Um servidor PostgreSQL (15 ou mais novo) a usar no lugar do embutido; de vários, na ordem dada, o primeiro que aceita escritas.",
  encryptionKeys:
    "Chaves dos dados de clientes e notas guardados: a primeira cifra, todas decifram. Vazio = uma criada na pasta de dados, menos em produção com DATABASE_URL.",
  role: "O que este processo faz: responder à API, executar o trabalho que venceu, entregar notificações.",
  publicUrl: "URL base em documentos e endereços impressos; vazio = o endereço em que escuta.",
  logLevel: "Linha de log menos grave a escrever; info escreve uma linha por requisição.",
  outboundHostsAllowed:
    "Hosts livres da proteção contra endereços privados. O sandbox sempre libera suas próprias imagens e, enquanto HOST é um endereço de loopback, a própria máquina para notificações.",
  familySettleSeconds: "Segundos que uma família incompleta espera por suas variações antes de ser criticada.",
  imageRecheckSeconds: "Idade em segundos acima da qual uma imagem boa é baixada de novo quando seu produto é reenviado.",
  imageRetrySeconds: "Esperas entre as tentativas de uma imagem que não pôde ser baixada; depois da última vira crítica.",
  pictureCacheMib: "MiB na pasta de dados para as imagens de produtos que os portais mostram; as vistas há mais tempo saem primeiro.",
  imageConcurrency: "Imagens baixadas ao mesmo tempo.",
  quotaPerMinute: "Chamadas por minuto de uma credencial cujo plano não diz outra coisa.",
  quotaBurstPercent: "Parte das chamadas de um minuto que pode vir de uma vez.",
  maxInFlight: "Requisições em andamento acima das quais as seguintes recebem 503.",
  bodyLimitBytes: "Maior corpo de requisição, em bytes, onde a operação não define outro.",
  maxLagMs:
    "Atraso do laço de eventos em milissegundos acima do qual listas recebem 503; cadastro de produtos acima do dobro, ofertas do quádruplo, pedidos de oito vezes.",
  databaseConnections: "Conexões para chamadas.",
  databaseWaitMs: "Maior espera de uma chamada por uma conexão em uso, em milissegundos.",
  statementTimeoutMs: "Duração máxima de um comando SQL de uma chamada, em milissegundos.",
  drainSeconds: "Segundos entre deixar de estar pronto e fechar, para que os balanceadores percebam.",
  marketplaceCnpj: "CNPJ do marketplace, que as notas trazem como intermediador (infIntermed); vazio = não é comparado.",
  paymentsShown: "Se os pedidos mostram paymentGatewayInfos.",
  simulatedActsAtOnce:
    "Sandbox: atos dos simuladores de um lojista executados ao mesmo tempo; 1 = um de cada vez, e a mesma semente os repete na mesma ordem.",
  paymentApprovalSeconds: "Sandbox: segundos até o pagamento de um pedido ser aprovado sozinho; 0 = nunca.",
  paymentExpirySeconds: "Segundos até um pedido não pago ser cancelado e sua reserva voltar; 0 = nunca.",
  fulfillmentInvoicingSeconds: "Segundos até um pedido de fulfillment ser faturado sozinho; 0 = nunca, um operador o faz.",
  fulfillmentShipmentSeconds: "Segundos até um pedido de fulfillment faturado ser enviado sozinho; 0 = nunca, um operador o faz.",
  fulfillmentDeliverySeconds: "Segundos até um pedido de fulfillment enviado ser entregue sozinho; 0 = nunca, um operador o faz.",
  marketplaceShipmentSeconds:
    "Segundos até um pedido faturado com entrega do marketplace ser enviado sozinho; 0 = nunca, um operador o faz.",
  marketplaceDeliverySeconds:
    "Segundos até um pedido enviado com entrega do marketplace ser entregue sozinho; 0 = nunca, um operador o faz.",
  customerShownDays: "Dias depois da entrega em que o lojista ainda vê o cliente, pois pode haver troca; depois vem mascarado.",
  customerRetentionDays: "Dias depois da entrega ou do cancelamento até o cliente ser esquecido; 0 = nunca.",
  reviewSlaHours: "Horas em que a equipe de catálogo revisa um produto.",
  quotaLeasePercent: "Parte das chamadas de um minuto que um processo reserva de uma vez na cota comum.",
  quotaLeaseTimeoutMs: "Milissegundos de espera pela cota comum; depois deles o processo conta por si.",
  authFailuresPerMinute: "Chamadas de um endereço, e de um client_id, cuja autenticação pode falhar por minuto antes de terem de esperar.",
  riskFourEyes: "Se liberar e recusar pedidos congelados pede duas pessoas: uma propõe, outra confirma.",
  signInsPerHour: "Tentativas de entrar com a senha de uma pessoa por hora, um sexto delas de uma vez; de um endereço, dez vezes mais.",
  personQuotaPerMinute: "Chamadas por minuto de uma pessoa por um lojista; não contam nas cotas de aplicações.",
  idempotencyAnswerLimitBytes:
    "Maior resposta guardada inteira sob uma Idempotency-Key, em bytes; das maiores, só o status e os cabeçalhos.",
  eventRetentionDays: "Dias de eventos que o feed e as repetições mostram.",
  longPollWaiters: "Chamadas deste processo que podem esperar por eventos ao mesmo tempo.",
  longPollWaitersPerApplication: "Chamadas de uma aplicação por um lojista que podem esperar por eventos ao mesmo tempo.",
  notificationRetrySeconds: "Esperas entre as tentativas de uma notificação; depois da última ela é abandonada.",
  notificationTimeoutSeconds: "Segundos em que uma notificação deve ser respondida.",
  notificationConcurrency: "Notificações deste processo em andamento ao mesmo tempo.",
  notificationDisableDays: "Dias só de falhas depois dos quais um endereço é desativado.",
  notificationSecretOverlapHours: "Horas em que o segredo anterior de um endereço assina ao lado do novo.",
  deliveryLogDays: "Dias em que as tentativas de notificar são guardadas com requisição e resposta.",
  requestLogDays: "Dias em que as chamadas são guardadas no registro de requisições.",
  requestLogPerSecond:
    "Chamadas deste processo guardadas por segundo, metade só para recusas, e outras tantas de uma vez depois de um segundo calmo.",
  validationSigningKey: "Chave que assina os relatórios de validação; vazio = uma criada na pasta de dados.",
  validationPublicKeys: "Chaves cujos relatórios de validação a produção aceita; o sandbox mostra a sua em /.well-known/jwks.json.",
  validationReportDays: "Dias em que um relatório de validação dá entrada na produção.",
  validationAutoApprove: "Se uma validação completa é aprovada sozinha; false = um operador decide.",
  selfServicePerHour: "Sandbox: lojistas que este processo cria por hora para quem pede; 0 = nenhum.",
  selfServicePerAddress: "Sandbox: quantos deles um endereço pode pedir por hora.",
  bulkRowsAtOnce: "Linhas de um arquivo que é feito na hora, na resposta da própria chamada.",
  bulkBytesAtOnce: "Bytes de um arquivo que é feito na hora.",
  bulkMaxRows: "Máximo de linhas de um lote.",
  bulkMaxBytes: "Máximo de bytes de um lote.",
  bulkMaxLineBytes: "Maior linha de um lote, em bytes.",
  bulkJobsAtOnce: "Lotes de um lojista que se revezam.",
  bulkJobsWaiting: "Lotes de um lojista que podem esperar atrás deles.",
  bulkRowsPerCall: "Linhas de lotes que custam uma chamada, em uma faixa própria da cota.",
  bulkRetentionDays: "Dias pelos quais um lote terminado é guardado, com linhas e resultados.",
  bulkUploadHours: "Horas depois das quais um envio que parou é cancelado.",
  bulkPausedDays: "Dias depois dos quais um lote em pausa é cancelado.",
};
