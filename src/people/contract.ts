import { list, namedObject, object, operation, optional, text } from "../platform/contract/index.ts";
import { emailField } from "./email.ts";
import { peopleErrors } from "./errors.ts";
import {
  authenticatorAnswer,
  FOREIGN_PAGE,
  invitationCode,
  language,
  Me,
  PEOPLE_IDS,
  personName,
  PORTAL_DOOR,
  PORTAL_OPERATION,
  SessionShape,
} from "./shapes.ts";
import { passwordField } from "./sign-in/password-rules.ts";

const ofSessions = { ...PORTAL_OPERATION, tag: "Entrar e sair" } as const;
const ofAccount = { ...PORTAL_OPERATION, tag: "A própria conta" } as const;

const SET_COOKIE = {
  "Set-Cookie": {
    description: "A sessão: HttpOnly, SameSite=Lax; Secure, a não ser em http na própria máquina.",
    example: "vitrine_session=…; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax",
  },
} as const;
const code = text({
  pattern: "^[0-9]{6}$",
  secret: true,
  description: "Os 6 algarismos do aplicativo autenticador.",
  examples: ["492039"],
});

export const signIn = operation({
  ...PORTAL_DOOR,
  tag: "Entrar e sair",
  id: "signIn",
  method: "POST",
  path: "/portal/v1/session",
  summary: "Entra no portal com senha, chave de acesso ou convite",
  description:
    "Com `email` e `password` (e `code`, se a conta pede); com `passkey`; ou com `invitation` e `password` ou `passkey`, que aceita o convite. E-mail desconhecido e senha errada respondem o mesmo, no mesmo tempo.",
  body: namedObject(
    "SignInBody",
    "Um dos modos de entrar.",
    {
      email: optional(emailField),
      password: optional(passwordField),
      code: optional(code),
      passkey: optional(authenticatorAnswer),
      invitation: optional(invitationCode),
      name: optional(personName),
      language: optional(language),
    },
    { examples: [{ code: undefined, passkey: undefined, invitation: undefined, name: undefined, language: undefined }] },
  ),
  bodyExample: { email: "ana@loja-aurora.example", password: "quatro palavras sem relação" },
  replies: { 201: { description: "Quem entrou, e o que pode.", schema: Me, headers: SET_COOKIE } },
  refuses: [
    ...FOREIGN_PAGE,
    peopleErrors.sign_in_refused,
    peopleErrors.passkey_refused,
    peopleErrors.code_required,
    peopleErrors.code_wrong,
    peopleErrors.sign_ins_exceeded,
    peopleErrors.way_unclear,
    peopleErrors.invitation_invalid,
    peopleErrors.person_registered,
    peopleErrors.invitation_of_another,
    peopleErrors.email_needed,
    peopleErrors.password_short,
    peopleErrors.password_common,
    peopleErrors.password_personal,
    peopleErrors.passkey_invalid,
    peopleErrors.passkeys_unavailable,
  ],
});
export const signOut = operation({
  ...ofSessions,
  id: "signOut",
  confidential: false,
  method: "DELETE",
  path: "/portal/v1/session",
  summary: "Sai do portal",
  description: "Termina a sessão em todos os processos em até 5 s, e apaga o cookie.",
  replies: { 204: { description: "A sessão terminou.", headers: SET_COOKIE } },
  refuses: FOREIGN_PAGE,
});
export const getMe = operation({
  ...ofSessions,
  id: "getMe",
  method: "GET",
  path: "/portal/v1/me",
  summary: "Diz quem está na sessão, e o que pode",
  description: "Com o que uma página precisa para se mostrar: nome, língua, onde a pessoa trabalha e com que papel.",
  replies: { 200: { description: "A pessoa.", schema: Me } },
});
export const changeMe = operation({
  ...ofAccount,
  id: "changeMe",
  method: "PATCH",
  path: "/portal/v1/me",
  summary: "Altera o próprio nome ou a língua do portal",
  description: "O que não vem fica como está.",
  body: namedObject("MeChangeBody", "O que muda.", { name: optional(personName), language: optional(language) }),
  bodyExample: { language: "en" },
  replies: { 200: { description: "A pessoa, alterada.", schema: Me } },
  refuses: FOREIGN_PAGE,
});
export const putPassword = operation({
  ...ofAccount,
  id: "putPassword",
  method: "PUT",
  path: "/portal/v1/me/password",
  summary: "Define ou troca a própria senha",
  description:
    "Quem já tem senha envia a atual; quem não tem precisa ter entrado há menos de 15 minutos. As outras sessões terminam, e esta recebe outro cookie.",
  body: namedObject(
    "PasswordBody",
    "A senha nova, e a atual.",
    { current: optional(passwordField), password: passwordField },
    { examples: [{ current: "a senha de antes" }] },
  ),
  bodyExample: { current: "a senha de antes", password: "quatro palavras sem relação" },
  replies: { 200: { description: "A pessoa, com a senha nova.", schema: Me, headers: SET_COOKIE } },
  refuses: [
    ...FOREIGN_PAGE,
    peopleErrors.password_wrong,
    peopleErrors.password_short,
    peopleErrors.password_common,
    peopleErrors.password_personal,
    peopleErrors.sign_in_again,
    peopleErrors.sign_ins_exceeded,
  ],
});

export const listSessions = operation({
  ...ofSessions,
  id: "listSessions",
  method: "GET",
  path: "/portal/v1/sessions",
  summary: "Lista as próprias sessões, em todos os aparelhos",
  description: "As que valem, da mais nova à mais antiga.",
  replies: {
    200: {
      description: "As sessões.",
      schema: namedObject("SessionList", "As sessões de uma pessoa.", { items: list(SessionShape, { description: "As sessões." }) }),
    },
  },
});
export const endOtherSessions = operation({
  ...ofSessions,
  id: "endOtherSessions",
  confidential: false,
  method: "DELETE",
  path: "/portal/v1/sessions",
  summary: "Termina todas as próprias sessões, menos esta",
  description: "Em todos os processos em até 5 s.",
  replies: { 204: { description: "As outras sessões terminaram." } },
  refuses: FOREIGN_PAGE,
});
export const endSession = operation({
  ...ofSessions,
  id: "endSession",
  confidential: false,
  method: "DELETE",
  path: "/portal/v1/sessions/{sessionId}",
  summary: "Termina uma das próprias sessões",
  description: "Em todos os processos em até 5 s.",
  parameters: object({
    sessionId: text({ maxLength: 100, description: "Identificador da sessão.", examples: [PEOPLE_IDS.session] }),
  }),
  replies: { 204: { description: "A sessão terminou." } },
  refuses: [...FOREIGN_PAGE, peopleErrors.session_unknown],
});
