/** The kinds of change in the feed. */
export const CHANGE_KINDS = ["reference_value", "family_minimum", "rule", "api_deprecation", "credential_expiry"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What each kind means, for the documents. */
export const KIND_MEANINGS: Readonly<Record<ChangeKind, string>> = {
  reference_value: "Um item dos dados de referência.",
  family_minimum: "O mínimo de variações de uma família.",
  rule: "Outra regra do marketplace.",
  api_deprecation: "Uma operação, um parâmetro ou um campo da API.",
  credential_expiry: "Uma credencial da sua aplicação que vence.",
};
