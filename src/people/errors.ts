import { businessRule, errorCatalogue, type ErrorRow, type LocalizedText, notFound } from "../platform/contract/index.ts";

const unauthenticated = (text: LocalizedText): ErrorRow => ({ status: 401, type: "Authentication_Error", text });
const forbidden = (text: LocalizedText): ErrorRow => ({ status: 403, type: "Permission_Error", text });
const tooMany = (text: LocalizedText): ErrorRow => ({ status: 429, type: "Too_Many_Requests", text });
const rule = (text: LocalizedText): ErrorRow => businessRule(422, text);

/** Refusals of sessions, and of the operations on people. */
export const peopleErrors = errorCatalogue({
  session_missing: unauthenticated({
    "pt-BR": "Entre no portal: esta chamada pede uma sessão.",
    en: "Sign in to the portal: this call asks for a session.",
  }),
  session_invalid: unauthenticated({
    "pt-BR": "A sessão terminou ou nunca existiu; entre de novo.",
    en: "The session has ended or never existed; sign in again.",
  }),
  session_ambiguous: unauthenticated({
    "pt-BR": "O cookie da sessão veio mais de uma vez com valores diferentes; apague os cookies deste endereço e entre de novo.",
    en: "The session cookie came more than once with different values; delete the cookies of this address and sign in again.",
  }),
  sign_in_refused: unauthenticated({
    "pt-BR": "E-mail e senha não conferem; corrija um deles, ou peça um novo convite a quem administra.",
    en: "E-mail and password do not match; correct one of them, or ask an administrator for a new invitation.",
  }),
  passkey_refused: unauthenticated({
    "pt-BR": "A chave de acesso não é conhecida aqui, ou o pedido dela já venceu; tente de novo, ou entre com a senha.",
    en: "The passkey is not known here, or its request has expired; try again, or sign in with the password.",
  }),
  code_required: unauthenticated({
    "pt-BR": "Envie também code: os 6 algarismos que o aplicativo autenticador mostra.",
    en: "Send code as well: the 6 digits that the authenticator app shows.",
  }),
  code_wrong: unauthenticated({
    "pt-BR": "O código não é o que o aplicativo autenticador mostra agora, ou já foi usado; envie o próximo.",
    en: "The code is not the one that the authenticator app shows now, or it was used already; send the next one.",
  }),
  sign_ins_exceeded: tooMany({
    "pt-BR": "Muitas tentativas de entrar; repita após {seconds} s, ou entre com uma chave de acesso.",
    en: "Too many attempts to sign in; repeat after {seconds} s, or sign in with a passkey.",
  }),
  person_quota_exceeded: tooMany({
    "pt-BR": "As {allowed} chamadas por minuto de uma pessoa foram usadas; repita após {seconds} s.",
    en: "The {allowed} calls per minute of one person are used up; repeat after {seconds} s.",
  }),
  origin_foreign: forbidden({
    "pt-BR": 'Com uma sessão, só páginas do próprio portal alteram algo ({pointer} veio como "{received}"); integrações usam credenciais.',
    en: 'With a session only pages of the portal itself change anything ({pointer} came as "{received}"); integrations use credentials.',
  }),
  portal_header_missing: forbidden({
    "pt-BR": "Envie o cabeçalho Vitrine-Portal: 1 em toda chamada que altera algo com uma sessão.",
    en: "Send the header Vitrine-Portal: 1 with every call that changes something with a session.",
  }),
  seller_not_named: forbidden({
    "pt-BR": "Diga por qual lojista chama: cabeçalho Vitrine-Seller com um destes códigos: {allowed}.",
    en: "Say for which seller you call: the header Vitrine-Seller with one of these codes: {allowed}.",
  }),
  seller_ambiguous: forbidden({
    "pt-BR": "O cabeçalho Vitrine-Seller veio mais de uma vez com valores diferentes; envie um só.",
    en: "The header Vitrine-Seller came more than once with different values; send just one.",
  }),
  seller_not_a_number: forbidden({
    "pt-BR": 'Vitrine-Seller veio como "{received}"; envie o código do lojista, só algarismos, como 1001.',
    en: 'Vitrine-Seller came as "{received}"; send the seller\'s code, digits only, such as 1001.',
  }),
  membership_missing: forbidden({
    "pt-BR": "Você não trabalha para o lojista {received}; os seus são: {allowed}.",
    en: "You do not work for the seller {received}; yours are: {allowed}.",
  }),
  not_of_marketplace: forbidden({
    "pt-BR": "Esta operação é da equipe do marketplace, e você não faz parte dela.",
    en: "This operation is for the marketplace's own people, and you are not one of them.",
  }),
  seller_role_missing: forbidden({
    "pt-BR": "O papel {received} não pode fazer esta operação; ela pede um destes papéis: {allowed}.",
    en: "The role {received} may not do this operation; it asks for one of these roles: {allowed}.",
  }),
  application_only: forbidden({
    "pt-BR": "Só uma aplicação faz esta chamada, com client_id e access_token; ela trata da própria aplicação.",
    en: "Only an application makes this call, with client_id and access_token; it is about the application itself.",
  }),
  sign_in_again: forbidden({
    "pt-BR": "Para mudar como se entra, entre de novo: esta sessão tem mais de {minutes} minutos.",
    en: "To change how you sign in, sign in again: this session is older than {minutes} minutes.",
  }),
  way_unclear: rule({
    "pt-BR": "Entre de um só modo: email e password; ou passkey; ou invitation com password ou passkey.",
    en: "Sign in one way only: email and password; or passkey; or invitation with password or passkey.",
  }),
  password_short: rule({
    "pt-BR": "A senha tem {received} caracteres; escolha uma de {allowed} ou mais, como quatro palavras.",
    en: "The password has {received} characters; choose one of {allowed} or more, such as four words.",
  }),
  password_common: rule({
    "pt-BR": "Esta senha está entre as primeiras que alguém tentaria; escolha outra, como quatro palavras sem relação.",
    en: "This password is among the first that somebody would try; choose another one, such as four unrelated words.",
  }),
  password_personal: rule({
    "pt-BR": "A senha é o seu e-mail ou o seu nome; escolha outra, como quatro palavras sem relação.",
    en: "The password is your e-mail or your name; choose another one, such as four unrelated words.",
  }),
  password_wrong: rule({ "pt-BR": "A senha atual não é esta.", en: "This is not the current password." }),
  last_way_in: rule({
    "pt-BR": "Esta é a única forma que você tem de entrar; defina antes uma senha ou outra chave de acesso.",
    en: "This is the only way you have to sign in; set a password or another passkey first.",
  }),
  passkeys_unavailable: rule({
    "pt-BR": "Navegadores só guardam chaves de acesso para um nome, não para {received}; abra o portal por um nome, como localhost.",
    en: "Browsers keep passkeys for names only, not for {received}; open the portal by a name, such as localhost.",
  }),
  passkey_invalid: rule({
    "pt-BR": "A resposta do autenticador não confere com o pedido; peça as opções de novo e repita.",
    en: "The authenticator's answer does not match the request; ask for the options again and repeat.",
  }),
  passkeys_at_most: rule({
    "pt-BR": "Uma pessoa tem no máximo {allowed} chaves de acesso; remova uma antes.",
    en: "A person has at most {allowed} passkeys; remove one first.",
  }),
  passkey_unknown: notFound({ "pt-BR": "Você não tem a chave de acesso {received}.", en: "You have no passkey {received}." }),
  session_unknown: notFound({ "pt-BR": "Você não tem a sessão {received}.", en: "You have no session {received}." }),
  codes_active: rule({
    "pt-BR": "Códigos já são pedidos nesta conta; desative-os antes de trocar de aplicativo.",
    en: "Codes are asked for in this account already; turn them off before you change the app.",
  }),
  codes_not_begun: rule({
    "pt-BR": "Peça antes um segredo novo: POST /portal/v1/time-based-codes.",
    en: "Ask for a new secret first: POST /portal/v1/time-based-codes.",
  }),
  code_not_confirmed: rule({
    "pt-BR": "O código {received} não é o do segredo novo agora; confira a hora do aparelho e envie o próximo.",
    en: "The code {received} is not the new secret's now; check the device's time and send the next one.",
  }),
  invitation_invalid: rule({
    "pt-BR": "O convite não existe, já foi usado, foi retirado ou venceu; peça outro a quem convidou.",
    en: "The invitation does not exist, was used, was withdrawn or has expired; ask whoever invited you for another one.",
  }),
  person_registered: rule({
    "pt-BR": "Você já entra no portal com este e-mail; entre, e aceite o convite depois.",
    en: "You already sign in to the portal with this e-mail; sign in, and accept the invitation then.",
  }),
  invitation_of_another: rule({
    "pt-BR": "Este convite é para {email}; entre com esse e-mail para aceitá-lo.",
    en: "This invitation is for {email}; sign in with that e-mail to accept it.",
  }),
  email_needed: rule({
    "pt-BR": "Diga também o seu e-mail, com que entrará daqui em diante.",
    en: "Say your e-mail as well; you will sign in with it from now on.",
  }),
  invitation_unknown: notFound({ "pt-BR": "O convite {received} não existe aqui.", en: "The invitation {received} does not exist here." }),
  person_unknown: notFound({ "pt-BR": "A pessoa {received} não existe aqui.", en: "The person {received} does not exist here." }),
  already_member: rule({
    "pt-BR": "{received} já faz parte da equipe; altere o papel em vez de convidar.",
    en: "{received} belongs to the team already; change the role instead of inviting.",
  }),
  last_administrator: rule({
    "pt-BR": "Esta é a única pessoa que administra a equipe; dê esse papel a outra antes.",
    en: "This is the only person who administers the team; give that role to another one first.",
  }),
});
