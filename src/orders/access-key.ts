import { echoableValue } from "../platform/contract/index.ts";
import { asciiUpperCase, isCnpj, isCpf, modulo11 } from "./tax-ids.ts";

/** Parts of an NF-e access key, each exactly as written in the key. */
export interface AccessKey {
  /** All 44 positions. */
  readonly text: string;
  /** IBGE code of the federative unit. */
  readonly stateCode: string;
  /** Year and month of issue, such as `2611`. */
  readonly yearMonth: string;
  /** 14 positions: a CNPJ, or 000 and then a CPF. */
  readonly issuer: string;
  readonly model: string;
  readonly series: string;
  readonly number: string;
  readonly emissionType: string;
  readonly numericCode: string;
  readonly checkDigit: string;
}

/**
 * Possible problems of a key. `access_key_length` and `access_key_characters` make the key unreadable. The others are checked independently
 * of each other.
 */
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

/** One problem of a key, with the values its message needs. */
export interface AccessKeyFinding {
  readonly code: AccessKeyProblem;
  readonly received: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly suggestions?: readonly string[];
}

/** A key and its problems. `key` is set if all 44 positions have the right kind of character. */
export interface ParsedAccessKey {
  readonly key?: AccessKey;
  readonly findings: readonly AccessKeyFinding[];
}

/** Reads an access key, checks it and reports all problems at once. Accepts lower-case letters, but corrects nothing else. */
export function readAccessKey(sent: string): ParsedAccessKey {
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

/** Matches a key, with its parts in order. Only the first 12 positions of the issuer may be letters. */
const PATTERN =
  /^(?<stateCode>\d{2})(?<yearMonth>\d{4})(?<issuer>[0-9A-Z]{12}\d{2})(?<model>\d{2})(?<series>\d{3})(?<number>\d{9})(?<emissionType>\d)(?<numericCode>\d{8})(?<checkDigit>\d)$/;
const LENGTH = 44;
const FIRST_OF_ISSUER = 6;
const FIRST_AFTER_LETTERS = 18;

/** Characters that senders add to a key: the spaces of the printed form, punctuation of the CNPJ, the prefix of infNFe/@Id. */
const PUNCTUATION = /^NFE|[\s.\-/]/g;

function malformedKey(sent: string, text: string): AccessKeyFinding {
  const bare = text.replace(PUNCTUATION, "");
  const hint = PATTERN.test(bare) ? { suggestions: [bare] } : {};
  const length = text.length;
  if (length !== LENGTH) return { code: "access_key_length", received: echoableValue(sent), params: { length }, ...hint };
  const at = text.split("").findIndex((one, place) => !(mayBeLetter(place) ? /[0-9A-Z]/ : /\d/).test(one));
  return { code: "access_key_characters", received: echoableValue(sent), params: { character: text[at], position: at + 1 }, ...hint };
}

const mayBeLetter = (place: number) => place >= FIRST_OF_ISSUER && place < FIRST_AFTER_LETTERS;

/** Model number of the NF-e. The NFC-e, a point-of-sale receipt, has model 65. */
const MODEL = "55";
/** The IBGE codes of the 27 federative units. */
const STATES: ReadonlySet<string> = new Set("11 12 13 14 15 16 17 21 22 23 24 25 26 27 28 29 31 32 33 35 41 42 43 50 51 52 53".split(" "));
/** Emission types of model 55: normal emission and the contingency types. */
const EMISSION_TYPES = "1234567";
/** Numeric codes that are easy to guess: one digit repeated eight times, or digits that count up (NT 2019.001). */
const GUESSABLE = /^(\d)\1{7}$/;
const COUNTING = "01234567890123456789";

const isIssuer = (text: string) => isCnpj(text) || (text.startsWith("000") && isCpf(text.slice(3)));

interface Check {
  readonly code: AccessKeyProblem;
  /** Part of the key that the finding reports as received. */
  readonly part: keyof AccessKey;
  /** Returns the values for the message if the part is wrong, otherwise undefined. */
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

/** Computes the check digit (position 44) from the first 43 positions. */
export const accessKeyCheckDigit = (first43: string): string => modulo11(first43);

/** Parts from which a key is built. Numbers have no leading zeros. */
export interface AccessKeyParts {
  readonly stateCode: string;
  readonly yearMonth: string;
  /** A CNPJ of 14 positions or a CPF of 11. */
  readonly issuer: string;
  readonly series: number;
  readonly number: number;
  /** 8 digits that are hard to guess. */
  readonly numericCode: string;
}

/** Builds the access key of an NF-e with normal emission: 44 positions with the right check digit. The parts are not checked. */
export function buildAccessKey({ stateCode, yearMonth, issuer, series, number, numericCode }: AccessKeyParts): string {
  const normalEmission = "1";
  const first43 = [
    stateCode,
    yearMonth,
    issuer.padStart(14, "0"),
    MODEL,
    String(series).padStart(3, "0"),
    String(number).padStart(9, "0"),
    normalEmission,
    numericCode,
  ].join("");
  return first43 + accessKeyCheckDigit(first43);
}
