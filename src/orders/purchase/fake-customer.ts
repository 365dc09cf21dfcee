import type { Customer } from "../customer.ts";
import { fakeCpf } from "../tax-ids.ts";

/** Common names and made-up streets. The postal codes below belong to no real address. */
const GIVEN_NAMES = ["Aurora", "Benício", "Cecília", "Davi", "Estela", "Francisco", "Helena", "Joaquim", "Lívia", "Martim"];
const SURNAMES = ["Aguiar", "Brandão", "Corvelo", "Drumond", "Estrela", "Fagundes", "Galvão", "Lobato", "Moraes", "Novais"];
const STREETS = ["Rua das Vitrines", "Avenida do Amanhecer", "Travessa da Figueira", "Rua do Ensaio", "Alameda dos Testes"];
const TOWNS = [
  { city: "São Paulo", state: "SP", stateName: "São Paulo", postalCode: "01000-990" },
  { city: "Rio de Janeiro", state: "RJ", stateName: "Rio de Janeiro", postalCode: "20000-990" },
  { city: "Belo Horizonte", state: "MG", stateName: "Minas Gerais", postalCode: "30000-990" },
  { city: "Salvador", state: "BA", stateName: "Bahia", postalCode: "40000-990" },
  { city: "Curitiba", state: "PR", stateName: "Paraná", postalCode: "80000-990" },
] as const;
const MAX_HOUSE_NUMBER = 2_000;

/** A made-up customer for a simulated purchase, with a valid CPF. `chance` returns numbers in [0, 1). */
export function fakeCustomer(chance: () => number): Customer {
  const pick = <Thing>(things: readonly Thing[]) => things[Math.floor(chance() * things.length)]!;
  const customerName = `${pick(GIVEN_NAMES)} ${pick(SURNAMES)}`;
  return {
    document: fakeCpf(chance),
    stateInscription: "ISENTO",
    customerName,
    recipientName: customerName,
    cellPhone: "(11)900000000",
    address: {
      street: pick(STREETS),
      number: String(1 + Math.floor(chance() * MAX_HOUSE_NUMBER)),
      neighborhood: "Centro",
      ...pick(TOWNS),
    },
  };
}
