import { formatTexts, type LocalizedText } from "../platform/contract/index.ts";

const bilingual = (pt: string, en: string): LocalizedText => ({ "pt-BR": pt, en });

const CONNECTION_BROKEN = bilingual("a conexão caiu", "the connection broke off");
const NAME_NOT_FOUND = bilingual("o nome não foi encontrado", "the name was not found");
const TIMED_OUT = bilingual("a resposta não veio a tempo", "the answer did not come in time");
const UNREACHABLE = bilingual("a rede não chega até lá", "the network cannot reach it");

/** Texts by the code of a network error. The text for an error without a code is found by the error's name. */
const TEXTS_BY_CODE: Readonly<Record<string, LocalizedText>> = {
  ECONNREFUSED: bilingual("a conexão foi recusada", "the connection was refused"),
  ECONNRESET: CONNECTION_BROKEN,
  EPIPE: CONNECTION_BROKEN,
  UND_ERR_SOCKET: CONNECTION_BROKEN,
  ENOTFOUND: NAME_NOT_FOUND,
  EAI_AGAIN: NAME_NOT_FOUND,
  ETIMEDOUT: TIMED_OUT,
  UND_ERR_CONNECT_TIMEOUT: TIMED_OUT,
  TimeoutError: TIMED_OUT,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
};
const OTHER = bilingual("a chamada falhou", "the call failed");
/** Text for all codes of certificate problems. */
const CERTIFICATE = bilingual("o certificado TLS não é aceito", "the TLS certificate is not accepted");
const CERTIFICATE_CODES = /CERT|SIGNATURE|SIGNED/;

/** The reason why a call got no answer, followed by Node's error code. Reads the error's cause, because the error itself says only `fetch failed`. */
export function networkErrorText(error: unknown): LocalizedText {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, name } = (cause ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  const key = typeof code === "string" ? code : String(name);
  const text = TEXTS_BY_CODE[key] ?? (CERTIFICATE_CODES.test(key) ? CERTIFICATE : OTHER);
  return formatTexts(bilingual(`${text["pt-BR"]}, {key}`, `${text.en}, {key}`), { key });
}
