import { formatTexts, type LocalizedText } from "../platform/contract/errors.ts";

const said = (pt: string, en: string): LocalizedText => ({ "pt-BR": pt, en });

const BROKEN = said("a conexão caiu", "the connection broke off");
const NAMELESS = said("o nome não foi encontrado", "its name was not found");
const LATE = said("a resposta não veio a tempo", "the answer did not come in time");
const NO_WAY = said("não há caminho até lá", "there is no way to it");

/** What the network says, by the code of the error or else its name. */
const REASONS: Readonly<Record<string, LocalizedText>> = {
  ECONNREFUSED: said("a conexão foi recusada", "the connection was refused"),
  ECONNRESET: BROKEN,
  EPIPE: BROKEN,
  UND_ERR_SOCKET: BROKEN,
  ENOTFOUND: NAMELESS,
  EAI_AGAIN: NAMELESS,
  ETIMEDOUT: LATE,
  UND_ERR_CONNECT_TIMEOUT: LATE,
  TimeoutError: LATE,
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
};
const OTHER = said("a chamada falhou", "the call failed");
/** Of certificates, which have a code each. */
const CERTIFICATE = said("o certificado TLS não é aceito", "its TLS certificate is not accepted");
const OF_CERTIFICATES = /CERT|SIGNATURE|SIGNED/;

/** Why a call was not answered, in every language, with the code that Node.js has for it: `fetch failed` says nothing, what it wraps does. */
export function silenceReason(error: unknown): LocalizedText {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, name } = (cause ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  const known = typeof code === "string" ? code : String(name);
  const text = REASONS[known] ?? (OF_CERTIFICATES.test(known) ? CERTIFICATE : OTHER);
  return formatTexts(said(`${text["pt-BR"]}, {known}`, `${text.en}, {known}`), { known });
}
