import { errorCatalogue } from "../platform/contract/index.ts";

/** Refusals by technical validation and by the admission to production. */
export const validationErrors = errorCatalogue({
  validation_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: { "pt-BR": "A validação técnica {received} não existe.", en: "The technical validation {received} does not exist." },
  },
  validation_under_way: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Esta credencial já tem uma validação técnica em andamento; continue-a em {href}.",
      en: "This credential has a technical validation under way already; go on with it at {href}.",
    },
  },
  validation_decided: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "A validação técnica já terminou como {current}; uma nova começa com POST /api/v1/technical-validations.",
      en: "The technical validation has ended as {current}; a new one begins with POST /api/v1/technical-validations.",
    },
  },
  validation_incomplete: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Faltam itens da lista: {missing}; só uma validação completa pode ser aprovada.",
      en: "Items of the checklist are missing: {missing}; only a complete validation can be approved.",
    },
  },
  date_past: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "A data {received} já passou; marque uma data futura.",
      en: "The date {received} is past; schedule a future one.",
    },
  },
  too_many_watchers: {
    status: 503,
    type: "Internal_Architecture_Error",
    text: {
      "pt-BR": "Há validações demais sendo acompanhadas agora; consulte o estado com GET, ou repita daqui a pouco.",
      en: "Too many validations are being watched now; read the state with GET, or repeat in a while.",
    },
  },
  report_required: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR":
        "Uma aplicação só entra em produção com o relatório assinado da sua validação técnica; envie-o em report (vitrine certify o emite).",
      en: "An application enters production only with the signed report of its technical validation; send it as report (vitrine certify gets one).",
    },
  },
  report_invalid: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR":
        "O relatório não admite: precisa ter sido assinado por uma chave de VALIDATION_PUBLIC_KEYS e ser de uma validação completa e aprovada.",
      en: "The report does not admit: a key of VALIDATION_PUBLIC_KEYS must have signed it, and it must be of a complete, approved validation.",
    },
  },
  report_expired: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O relatório venceu em {received}; faça uma nova validação técnica no sandbox.",
      en: "The report expired at {received}; go through a new technical validation in the sandbox.",
    },
  },
  report_used: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O relatório da validação {received} já admitiu uma aplicação; cada aplicação precisa do seu.",
      en: "The report of validation {received} has admitted an application already; each application needs its own.",
    },
  },
  coverage_incomplete: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR":
        "A aplicação só atende outro lojista depois que o primeiro ({sellerId}) tiver usado todos os métodos com sucesso; faltam: {allowed}.",
      en: "The application serves another seller only after the first one ({sellerId}) has used every method successfully; missing: {allowed}.",
    },
  },
  application_not_found: {
    status: 404,
    type: "Resource_Not_Found",
    text: { "pt-BR": "A aplicação {received} não existe.", en: "The application {received} does not exist." },
  },
});
