import {
  dateTimeField,
  describedAs,
  list,
  namedObject,
  object,
  operation,
  optional,
  text,
  textField,
} from "../../platform/contract/index.ts";
import { peopleErrors } from "../errors.ts";
import { FOREIGN_PAGE, authenticatorAnswer, authenticatorOptions, PEOPLE_IDS, PORTAL_DOOR, PORTAL_OPERATION } from "../shapes.ts";

const TAG = { tag: "Chaves de acesso" } as const;
const BASE = "/portal/v1/passkeys";

const Options = namedObject("AuthenticatorOptions", "As opções para o autenticador do navegador.", { options: authenticatorOptions });
const name = text({
  minLength: 1,
  maxLength: 100,
  pattern: "^[^\\p{Cc}]*[^\\p{Cc}\\s][^\\p{Cc}]*$",
  description: "Nome da chave, para a reconhecer na lista.",
  examples: ["Notebook da Ana"],
  refusal: {
    code: "passkey_name_unreadable",
    text: {
      "pt-BR": '{pointer}: veio como "{received}"; envie um nome que se possa ler.',
      en: '{pointer}: came as "{received}"; send a name that can be read.',
    },
  },
});
const Passkey = namedObject(
  "Passkey",
  "Uma chave de acesso: um aparelho ou gerenciador de senhas que assina por quem o tem.",
  {
    id: textField("Identificador da chave.", PEOPLE_IDS.passkey),
    name: textField("Nome da chave.", "Notebook da Ana"),
    createdAt: dateTimeField("Quando foi registrada."),
    lastUsedAt: optional(dateTimeField("Quando se entrou com ela pela última vez.")),
  },
  { examples: [{ lastUsedAt: undefined }] },
);

export const passkeySignInOptions = operation({
  ...PORTAL_DOOR,
  ...TAG,
  id: "passkeySignInOptions",
  method: "POST",
  path: `${BASE}/sign-in-options`,
  summary: "Dá as opções para entrar com uma chave de acesso",
  description: "Não diz nada sobre ninguém: o autenticador sabe de quem é.",
  replies: { 200: { description: "As opções.", schema: Options } },
  refuses: [...FOREIGN_PAGE, peopleErrors.passkeys_unavailable, peopleErrors.sign_ins_exceeded],
});
export const passkeyOptions = operation({
  ...PORTAL_OPERATION,
  ...TAG,
  id: "passkeyOptions",
  method: "POST",
  path: `${BASE}/options`,
  summary: "Dá as opções para registrar uma chave de acesso",
  description: "Quem entrou há mais de 15 minutos entra de novo antes.",
  replies: { 200: { description: "As opções.", schema: Options } },
  refuses: [...FOREIGN_PAGE, peopleErrors.passkeys_unavailable, peopleErrors.passkeys_at_most, peopleErrors.sign_in_again],
});
export const createPasskey = operation({
  ...PORTAL_OPERATION,
  ...TAG,
  id: "createPasskey",
  method: "POST",
  path: BASE,
  summary: "Registra uma chave de acesso",
  description: "Com o que o autenticador respondeu às opções.",
  body: namedObject("PasskeyBody", "A resposta do autenticador.", { name: optional(name), passkey: authenticatorAnswer }),
  bodyExample: { name: "Notebook da Ana", passkey: { id: "dGVzdGU", rawId: "dGVzdGU", type: "public-key", response: {} } },
  replies: { 201: { description: "A chave.", schema: Passkey } },
  refuses: [...FOREIGN_PAGE, peopleErrors.passkeys_unavailable, peopleErrors.passkey_invalid, peopleErrors.sign_in_again],
});
export const listPasskeys = operation({
  ...PORTAL_OPERATION,
  ...TAG,
  id: "listPasskeys",
  confidential: false,
  method: "GET",
  path: BASE,
  summary: "Lista as próprias chaves de acesso",
  description: "Da mais antiga à mais nova.",
  replies: {
    200: {
      description: "As chaves.",
      schema: namedObject("PasskeyList", "As chaves de acesso de uma pessoa.", {
        items: list(Passkey, { description: "As chaves." }),
      }),
    },
  },
});
export const deletePasskey = operation({
  ...PORTAL_OPERATION,
  ...TAG,
  id: "deletePasskey",
  confidential: false,
  method: "DELETE",
  path: `${BASE}/{passkeyId}`,
  summary: "Remove uma das próprias chaves de acesso",
  description: "A última só sai de quem tem senha. Quem entrou há mais de 15 minutos entra de novo antes.",
  parameters: object({
    passkeyId: describedAs(text({ maxLength: 100 }), { description: "Identificador da chave.", examples: [PEOPLE_IDS.passkey] }),
  }),
  replies: { 204: { description: "A chave já não serve." } },
  refuses: [...FOREIGN_PAGE, peopleErrors.passkey_unknown, peopleErrors.last_way_in, peopleErrors.sign_in_again],
});
