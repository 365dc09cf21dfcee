/** A band of values, up to but not including `below`. */
export interface Band {
  readonly name: string;
  readonly meaning: string;
  readonly below: number;
}

const HOURS = 3_600_000;

/** Bands of waiting time; `below` is in milliseconds. */
export const AGE_BANDS: readonly Band[] = [
  { name: "under_4h", meaning: "Menos de 4 horas.", below: 4 * HOURS },
  { name: "under_24h", meaning: "De 4 a 24 horas.", below: 24 * HOURS },
  { name: "under_48h", meaning: "De 24 a 48 horas.", below: 48 * HOURS },
  { name: "under_7d", meaning: "De 2 a 7 dias.", below: 168 * HOURS },
  { name: "over_7d", meaning: "7 dias ou mais.", below: Number.MAX_SAFE_INTEGER },
];

/** Bands of risk; `below` is in criticisms to expect of 100 decisions. */
export const RISK_BANDS: readonly Band[] = [
  { name: "low", meaning: "Menos de 5.", below: 5 },
  { name: "medium", meaning: "De 5 a 24.", below: 25 },
  { name: "high", meaning: "25 ou mais, e lojistas novos.", below: Number.MAX_SAFE_INTEGER },
];
