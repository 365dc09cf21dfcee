import { echoableValue } from "../platform/contract/failure-collector.ts";
import { asciiUpperCase, isCnpj, isCpf, modulo11 } from "./tax-ids.ts";

/** An NF-e access key by its parts, each as it is written in the key (domain 1.1). */
export interface AccessKey {
  /** All 44 positions. */
  readonly text: string;
  /** The federative unit's IBGE code. */
  readonly stateCode: string;
  /** Year and month of issue, `2611`. */
  readonly yearMonth: string;
  /** 14 positions: a CNPJ, or a CPF behind 000. */
  readonly issuer: string;
  readonly model: string;
  readonly series: string;
  readonly number: string;
  readonly emissionType: string;
  readonly numericCode: string;
  readonly checkDigit: string;
}

/** What can be wrong with a key. The first two leave nothing to look at; of the others each is found on its own. */
export type AccessKeyProblem =
  | "access_key_length"
  | "access_key_characters"
  | "access_key_model"
  | "access_key_check_digit"
  | "access_key_state"
  | "access_key_month"
  | "access_key_issuer"
  | "access_key_emission_type"
  | "access_key_numeric_code";

/** One thing wrong with a key, with the facts its text needs. */
export interface AccessKeyFinding {
  readonly code: AccessKeyProblem;
  readonly received: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly suggestions?: readonly string[];
}

/** A key and what is wrong with it. `key` is there whenever its 44 positions have the right kind of character. */
export interface AccessKeyReading {
  readonly key?: AccessKey;
  readonly findings: readonly AccessKeyFinding[];
}

/** Reads and checks an access key; small letters count as asciiUpperCase, nothing else is mended. Finds everything at once. */
export function readAccessKey(sent: string): AccessKeyReading {
  const text = asciiUpperCase(sent);
  const match = PATTERN.exec(text);
  if (match === null) return { findings: [malformedKey(sent, text)] };
  const key = { text, ...match.groups } as unknown as AccessKey;
  return {
    key,
    findings: CHECKS.flatMap(({ code, part, params }) => {
      const wrong = params(key);
      return wrong === undefined ? [] : [{ code, received: key[part], params: wrong }];
    }),
  };
}

/** The parts in their order; all but the issuer's first 12 positions are digits. */
const PATTERN =
  /^(?<stateCode>\d{2})(?<yearMonth>\d{4})(?<issuer>[0-9A-Z]{12}\d{2})(?<model>\d{2})(?<series>\d{3})(?<number>\d{9})(?<emissionType>\d)(?<numericCode>\d{8})(?<checkDigit>\d)$/;
const LENGTH = 44;
const FIRST_OF_ISSUER = 6;
const FIRST_BEHIND_LETTERS = 18;

/** What is sent around a key: spaces of the printed form, punctuation of the CNPJ, the document's prefix. */
const PUNCTUATION = /^NFE|[\s.\-/]/g;

function malformedKey(sent: string, text: string): AccessKeyFinding {
  const bare = text.replace(PUNCTUATION, "");
  const hint = PATTERN.test(bare) ? { suggestions: [bare] } : {};
  const length = text.length;
  if (length !== LENGTH) return { code: "access_key_length", received: echoableValue(sent), params: { length }, ...hint };
  const at = text.split("").findIndex((one, place) => !(mayBeLetter(place) ? /[0-9A-Z]/ : /\d/).test(one));
  return { code: "access_key_characters", received: echoableValue(sent), params: { character: text[at], position: at + 1 }, ...hint };
}

const mayBeLetter = (place: number) => place >= FIRST_OF_ISSUER && place < FIRST_BEHIND_LETTERS;

/** NF-e. NFC-e, the model of a shop's till, is 65. */
const MODEL = "55";
/** The IBGE codes of the 27 federative units. */
const STATES: ReadonlySet<string> = new Set("11 12 13 14 15 16 17 21 22 23 24 25 26 27 28 29 31 32 33 35 41 42 43 50 51 52 53".split(" "));
/** Normal, and the contingencies that model 55 has. */
const EMISSION_TYPES = "1234567";
/** Numeric codes that anybody would guess: one digit eight times, or digits that count up (NT 2019.001). */
const GUESSABLE = /^(\d)\1{7}$/;
const COUNTING = "01234567890123456789";

const isIssuer = (text: string) => isCnpj(text) || (text.startsWith("000") && isCpf(text.slice(3)));

interface Check {
  readonly code: AccessKeyProblem;
  /** The part that is told as received. */
  readonly part: keyof AccessKey;
  /** The facts of the text when the part is wrong; undefined when it is right. */
  readonly params: (key: AccessKey) => Readonly<Record<string, unknown>> | undefined;
}
const wrongIf = (wrong: boolean, params: Readonly<Record<string, unknown>> = {}) => (wrong ? params : undefined);

const CHECKS: readonly Check[] = [
  { code: "access_key_model", part: "model", params: ({ model }) => wrongIf(model !== MODEL) },
  {
    code: "access_key_check_digit",
    part: "checkDigit",
    params: ({ text, checkDigit }) => {
      const expected = accessKeyCheckDigit(text.slice(0, -1));
      return wrongIf(checkDigit !== expected, { expected });
    },
  },
  { code: "access_key_state", part: "stateCode", params: ({ stateCode }) => wrongIf(!STATES.has(stateCode)) },
  { code: "access_key_month", part: "yearMonth", params: ({ yearMonth }) => wrongIf(!/^\d\d(0[1-9]|1[0-2])$/.test(yearMonth)) },
  { code: "access_key_issuer", part: "issuer", params: ({ issuer }) => wrongIf(!isIssuer(issuer)) },
  {
    code: "access_key_emission_type",
    part: "emissionType",
    params: ({ emissionType }) => wrongIf(!EMISSION_TYPES.includes(emissionType)),
  },
  {
    code: "access_key_numeric_code",
    part: "numericCode",
    params: ({ numericCode: code, number }) => wrongIf(GUESSABLE.test(code) || COUNTING.includes(code) || Number(code) === Number(number)),
  },
];

/** The 44th position that belongs behind the first 43. */
export const accessKeyCheckDigit = (first43: string): string => modulo11(first43);

/** The parts of a key to be made: numbers without leading zeros. */
export interface AccessKeyParts {
  readonly stateCode: string;
  readonly yearMonth: string;
  /** A CNPJ of 14 positions or a CPF of 11. */
  readonly issuer: string;
  readonly series: number;
  readonly number: number;
  /** 8 digits that nobody guesses. */
  readonly numericCode: string;
}

/** The access key of an NF-e issued normally: 44 positions with the right check digit. The parts are the caller's to get right. */
export function buildAccessKey({ stateCode, yearMonth, issuer, series, number, numericCode }: AccessKeyParts): string {
  const normally = "1";
  const first43 = [
    stateCode,
    yearMonth,
    issuer.padStart(14, "0"),
    MODEL,
    String(series).padStart(3, "0"),
    String(number).padStart(9, "0"),
    normally,
    numericCode,
  ].join("");
  return first43 + accessKeyCheckDigit(first43);
}
