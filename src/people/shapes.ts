import {
  anything,
  booleanField,
  dateTimeField,
  enumOf,
  int32Field,
  list,
  named,
  namedObject,
  openObject,
  optional,
  text,
  textField,
} from "../platform/contract/index.ts";
import { emailField } from "./email.ts";
import { peopleErrors } from "./errors.ts";
import { SELLER_ROLES } from "./roles.ts";

/** The ids that the examples in documents use. */
export const PEOPLE_IDS = {
  person: "prs_2Hd7RmX4kWc9LvT1qYzN",
  session: "ses_8Jf3TqW6nBx2KcP5sMyV",
  passkey: "pky_5Lw1ZrC8hGv4DnS7tQxB",
  invitation: "inv_3Nk9XpT2jRf6MbW8vLcH",
} as const;

/** Common settings of the portal's operations. */
export const PORTAL_OPERATION = { api: "portal", audience: "person", permission: "any", confidential: true } as const;
/** The same for those that anybody may call. */
export const PORTAL_DOOR = { ...PORTAL_OPERATION, audience: "public" } as const;

/** The refusals of every call that changes something with a session, if it may have come from another page. */
export const FOREIGN_PAGE = [peopleErrors.origin_foreign, peopleErrors.portal_header_missing] as const;

/** Name of a person. */
export const personName = text({
  minLength: 1,
  maxLength: 100,
  pattern: "^\\p{Zs}*[^\\p{Cc}\\s][^\\p{Cc}]*$",
  personal: true,
  description: "Nome da pessoa.",
  examples: ["Ana Prado"],
  refusal: {
    code: "person_name_unreadable",
    text: {
      "pt-BR": '{pointer}: veio como "{received}"; envie um nome que se possa ler, sem caracteres de controle.',
      en: '{pointer}: came as "{received}"; send a name that can be read, without control characters.',
    },
  },
});
/** The language of the portal. */
export const language = named(
  "Language",
  enumOf(["pt-BR", "en"], {
    description: "Língua do portal.",
    meanings: { "pt-BR": "Português do Brasil.", en: "English." },
    examples: ["pt-BR"],
  }),
);
/** A role of a seller's people. */
export const sellerRole = named(
  "SellerRole",
  enumOf(SELLER_ROLES, {
    description: "O papel de quem trabalha para um lojista: o que pode.",
    meanings: {
      administrator: "Tudo, e convidar pessoas.",
      catalogue: "Produtos, preços e estoques.",
      stock: "Preços e estoques; ler produtos e pedidos.",
      orders: "Pedidos e notas fiscais; ler produtos.",
      accounting: "Notas fiscais; ler pedidos e produtos.",
      support: "Ler tudo, menos a equipe.",
    },
    examples: ["catalogue"],
  }),
);
const role = textField("O papel; os do marketplace são os das chaves de operador.", "catalogue");

/** Where somebody works. */
export const MembershipShape = namedObject("Membership", "Onde a pessoa trabalha, e com que papel.", {
  kind: enumOf(["marketplace", "seller"], {
    description: "Para quem.",
    meanings: { marketplace: "Para o marketplace.", seller: "Para um lojista." },
    examples: ["seller"],
  }),
  role,
  sellerId: optional(int32Field("Código do lojista, quando é para um.", 1001)),
  sellerName: optional(textField("Nome do lojista.", "Loja Aurora")),
});

const sessionId = textField("Identificador da sessão; não serve para entrar.", PEOPLE_IDS.session);
const signedInAt = dateTimeField("Quando a pessoa entrou.");
const expiresAt = dateTimeField("Até quando vale, se for usada a cada 12 horas.");
const way = enumOf(["password", "passkey", "invitation"], {
  description: "Como entrou.",
  meanings: { password: "Com a senha.", passkey: "Com uma chave de acesso.", invitation: "Com um convite." },
  examples: ["passkey"],
});

/** A person, as they see themselves. */
export const Me = namedObject("Me", "Quem está na sessão, e o que pode.", {
  id: textField("Identificador da pessoa.", PEOPLE_IDS.person),
  name: personName,
  email: emailField,
  language,
  hasPassword: booleanField("Pode entrar com senha."),
  passkeys: int32Field("Chaves de acesso que tem.", 1),
  hasTimeBasedCodes: booleanField("A senha pede também um código do aplicativo autenticador.", false),
  session: namedObject("CurrentSession", "A sessão desta chamada.", { id: sessionId, signedInAt, expiresAt }),
  memberships: list(MembershipShape, { description: "Onde trabalha: o marketplace antes, lojistas por código." }),
  environment: textField("`sandbox` ou `production`.", "sandbox"),
  version: textField("Versão da Vitrine.", "0.1.0"),
});
/** A session of a person. */
export const SessionShape = namedObject("Session", "Uma sessão da pessoa, em algum aparelho.", {
  id: sessionId,
  isCurrent: booleanField("É a desta chamada.", false),
  signedInAt,
  lastSeenAt: dateTimeField("A última chamada, com uns segundos de atraso."),
  expiresAt,
  way,
  address: text({ personal: true, description: "Endereço IP de onde entrou.", examples: ["203.0.113.7"] }),
  agent: text({ personal: true, description: "O navegador, como ele se apresenta.", examples: ["Mozilla/5.0 (X11; Linux x86_64)"] }),
});

/** What a browser's authenticator answered, as @simplewebauthn/browser gives it. */
export const authenticatorAnswer = anything({
  shownAs: openObject(),
  secret: true,
  description: "O que `navigator.credentials` respondeu, em JSON, como o navegador o dá com `toJSON()`.",
  examples: [{ id: "dGVzdGU", rawId: "dGVzdGU", type: "public-key", response: {} }],
});
/** The options that a page hands to a browser's authenticator. */
export const authenticatorOptions = openObject({
  personal: true,
  description: "Para `navigator.credentials`, em JSON; o desafio vale 5 minutos e uma vez.",
  examples: [{ challenge: "Zm9v", rpId: "localhost", userVerification: "required" }],
});
/** The code of an invitation. */
export const invitationCode = text({
  maxLength: 100,
  secret: true,
  description: "O código do convite, que está no endereço recebido.",
  examples: ["vin_0000000000000000000000000000000000000000000000000"],
});
