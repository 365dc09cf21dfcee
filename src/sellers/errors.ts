import { errorCatalogue } from "../platform/contract/index.ts";

/** Refusals by authentication and by the operator API for sellers. */
export const sellerErrors = errorCatalogue({
  credential_missing: {
    status: 401,
    type: "Authentication_Error",
    text: {
      "pt-BR":
        "Envie os cabeçalhos client_id e access_token; falta {received}. Proxies descartam cabeçalhos com sublinhado se não forem configurados.",
      en: "Send the headers client_id and access_token; {received} is missing. Proxies drop headers with underscores unless configured.",
    },
  },
  credential_ambiguous: {
    status: 401,
    type: "Authentication_Error",
    text: {
      "pt-BR": "O cabeçalho {received} veio mais de uma vez com valores diferentes; envie um só.",
      en: "The header {received} came more than once with different values; send just one.",
    },
  },
  credential_invalid: {
    status: 401,
    type: "Authentication_Error",
    text: {
      "pt-BR": "O par client_id e access_token não é válido, expirou ou foi revogado; gere um novo token.",
      en: "The pair client_id and access_token is not valid, has expired or was revoked; create a new token.",
    },
  },
  environment_wrong: {
    status: 403,
    type: "Permission_Error",
    text: {
      "pt-BR": "Este token é do ambiente {received}; este endereço serve o ambiente {allowed}.",
      en: "This token belongs to the {received} environment; this address serves the {allowed} environment.",
    },
  },
  scope_missing: {
    status: 403,
    type: "Permission_Error",
    text: {
      "pt-BR": "A credencial não tem a permissão {allowed}; peça uma credencial com ela.",
      en: "The credential lacks the permission {allowed}; ask for a credential that has it.",
    },
  },
  person_only: {
    status: 403,
    type: "Permission_Error",
    text: {
      "pt-BR": "Só uma pessoa faz esta chamada, com uma sessão do portal; nenhuma credencial tem esta permissão.",
      en: "Only a person makes this call, with a session of the portal; no credential has this permission.",
    },
  },
  seller_suspended: {
    status: 403,
    type: "Permission_Error",
    text: {
      "pt-BR": "O lojista está suspenso; fale com a equipe de integração do marketplace.",
      en: "The seller is suspended; talk to the marketplace's integration team.",
    },
  },
  quota_exceeded: {
    status: 429,
    type: "Too_Many_Requests",
    text: {
      "pt-BR": "A cota de {allowed} chamadas por minuto foi usada; repita após {seconds} s.",
      en: "The quota of {allowed} calls per minute is used up; repeat after {seconds} s.",
    },
  },
  failures_exceeded: {
    status: 429,
    type: "Too_Many_Requests",
    text: {
      "pt-BR": "Muitas chamadas com credenciais que não valem; confira-as e repita após {seconds} s.",
      en: "Too many calls with credentials that are not valid; check them and repeat after {seconds} s.",
    },
  },
  address_quota_exceeded: {
    status: 429,
    type: "Too_Many_Requests",
    text: {
      "pt-BR": "Deste endereço já vieram as {allowed} chamadas que cabem em uma hora; repita após {seconds} s.",
      en: "The {allowed} calls that fit into an hour have come from this address already; repeat after {seconds} s.",
    },
  },
  operator_key_missing: {
    status: 401,
    type: "Authentication_Error",
    text: {
      "pt-BR": "Envie o cabeçalho Authorization: Bearer com a chave de operador.",
      en: "Send the header Authorization: Bearer with the operator key.",
    },
  },
  operator_key_invalid: {
    status: 401,
    type: "Authentication_Error",
    text: {
      "pt-BR": "A chave de operador não é válida ou foi revogada.",
      en: "The operator key is not valid or was revoked.",
    },
  },
  role_missing: {
    status: 403,
    type: "Permission_Error",
    text: {
      "pt-BR": "O papel {received} não pode fazer esta operação; ela pede um destes papéis: {allowed}.",
      en: "The role {received} may not do this operation; it asks for one of these roles: {allowed}.",
    },
  },
  seller_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: { "pt-BR": "O lojista {received} não existe.", en: "The seller {received} does not exist." },
  },
  credential_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: { "pt-BR": "A credencial {received} não existe neste lojista.", en: "The credential {received} does not exist for this seller." },
  },
  credential_ended: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "A credencial {received} já expirou ou foi revogada; peça uma nova.",
      en: "The credential {received} has expired or was revoked; ask for a new one.",
    },
  },
  credentials_at_most: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Por aplicação e lojista valem no máximo {allowed} credenciais ao mesmo tempo; revogue uma delas, ou envie overlapHours 0.",
      en: "At most {allowed} credentials of an application and seller are live at once; revoke one of them, or send overlapHours 0.",
    },
  },
  application_unknown: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "A aplicação {received} não existe; crie-a em /operator/v1/applications ou omita clientId.",
      en: "The application {received} does not exist; create it at /operator/v1/applications or leave clientId out.",
    },
  },
  expiry_past: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "A validade {received} já passou, e a credencial nunca serviria; envie uma data futura, ou nenhuma para que não expire.",
      en: "The expiry {received} is past, and the credential would never work; send a future date, or none for it not to expire.",
    },
  },
  audit_day_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": "O registro de auditoria não tem o dia {received}; envie um de /operator/v1/audit/days.",
      en: "The audit log has no day {received}; send one of /operator/v1/audit/days.",
    },
  },
  operator_key_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: { "pt-BR": "A chave de operador {received} não existe.", en: "The operator key {received} does not exist." },
  },
});
