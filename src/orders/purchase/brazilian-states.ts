import { withoutAccents } from "../../platform/basics/index.ts";
import { enumOf, lenientEnum, named, optional } from "../../platform/contract/index.ts";
import type { CustomerAddress } from "../customer.ts";

/** Names of the 26 states and the federal district, by their two-letter codes (IBGE). */
const STATES = {
  AC: "Acre",
  AL: "Alagoas",
  AP: "Amapá",
  AM: "Amazonas",
  BA: "Bahia",
  CE: "Ceará",
  DF: "Distrito Federal",
  ES: "Espírito Santo",
  GO: "Goiás",
  MA: "Maranhão",
  MT: "Mato Grosso",
  MS: "Mato Grosso do Sul",
  MG: "Minas Gerais",
  PA: "Pará",
  PB: "Paraíba",
  PR: "Paraná",
  PE: "Pernambuco",
  PI: "Piauí",
  RJ: "Rio de Janeiro",
  RN: "Rio Grande do Norte",
  RS: "Rio Grande do Sul",
  RO: "Rondônia",
  RR: "Roraima",
  SC: "Santa Catarina",
  SP: "São Paulo",
  SE: "Sergipe",
  TO: "Tocantins",
} as const;
type State = keyof typeof STATES;
type StateName = (typeof STATES)[State];

const letters = Object.keys(STATES) as State[];
/** All spellings of the states: the code, and the name with and without accents. Each is mapped to a word for its state. */
const spellings = <Word extends string>(wordOf: (state: State) => Word): Readonly<Record<string, Word>> =>
  Object.fromEntries(
    letters.flatMap((state) => [state, STATES[state], withoutAccents(STATES[state])].map((spelling) => [spelling, wordOf(state)] as const)),
  );

/** A state does not identify a person, although it is part of an address. */
const NOT_PERSONAL = { personal: false } as const;
const stateWords = named(
  "State",
  enumOf(letters, {
    ...NOT_PERSONAL,
    description: "Estado, em duas letras (IBGE); o nome também serve, com ou sem acentos.",
    meanings: STATES,
    examples: ["SP"],
  }),
);
const stateNames = named(
  "StateName",
  enumOf<StateName>(Object.values(STATES), {
    ...NOT_PERSONAL,
    description: "Nome do estado; as duas letras também servem, e o nome sem acentos.",
    meanings: Object.fromEntries(letters.map((state) => [STATES[state], `${state}.`])) as Record<StateName, string>,
    examples: ["São Paulo"],
  }),
);
/**
 * Fields for the two-letter code and the name of a state. Both fields accept the code and the name, in any case, with or without
 * accents, because checkouts mix them up.
 */
export const stateFields = {
  state: optional(lenientEnum(stateWords, { aliases: spellings((state) => state) })),
  stateName: optional(lenientEnum(stateNames, { aliases: spellings((state) => STATES[state]) })),
};

const stateNamed = (name: string | undefined) => letters.find((state) => STATES[state] === name);

/** Adds the two-letter code and the name of the state to an address that has at least one of them. */
export function withState<Address extends CustomerAddress>(address: Address): Address {
  const state = (address.state as State | undefined) ?? stateNamed(address.stateName);
  return state === undefined ? address : { ...address, state, stateName: STATES[state] };
}

/** Whether the two-letter code and the name in an address belong to different states. */
export const statesDiffer = ({ state, stateName }: CustomerAddress): boolean =>
  state !== undefined && stateName !== undefined && stateNamed(stateName) !== state;
