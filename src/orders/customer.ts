import type { KeyRing } from "../platform/crypto/key-ring.ts";
import { fakeCpf } from "./tax-ids.ts";

/** Where a customer lives; `state` is the federative unit's two letters. */
export interface CustomerAddress {
  readonly street?: string;
  readonly number?: string;
  readonly complement?: string;
  readonly reference?: string;
  readonly neighborhood?: string;
  readonly postalCode?: string;
  readonly city?: string;
  readonly state?: string;
  readonly stateName?: string;
}

/** Who bought (seed 2.5). All of it is personal: it is stored sealed and stands in no log, event or metric. */
export interface Customer {
  readonly document?: string;
  readonly stateInscription?: string;
  readonly customerName?: string;
  readonly recipientName?: string;
  readonly tradeName?: string;
  readonly cellPhone?: string;
  readonly landLine?: string;
  readonly address?: CustomerAddress;
}

/** A customer as it is shown: with an address, also when nothing is known of it. */
export function withAddress({ address = {}, ...customer }: Customer): Customer {
  return { ...customer, address };
}

const place = (sellerId: number, orderNumber: string) => ["orders.customer", sellerId, orderNumber] as const;

/** Whom a value was sealed of, as long as somebody holds that very value: an order is shown right after it was made. */
const sealedOf = new WeakMap<Buffer, { readonly sellerId: number; readonly orderNumber: string; readonly customer: Customer }>();

/** A customer as the order's row keeps it: opens in that row only. */
export function sealCustomer(keys: KeyRing, sellerId: number, orderNumber: string, customer: Customer): Buffer {
  const sealed = keys.seal(JSON.stringify(customer), place(sellerId, orderNumber));
  sealedOf.set(sealed, { sellerId, orderNumber, customer });
  return sealed;
}

/** The customer of an order's row. */
export function openCustomer(keys: KeyRing, sellerId: number, orderNumber: string, sealed: Buffer): Customer {
  const known = sealedOf.get(sealed);
  if (known?.sellerId === sellerId && known.orderNumber === orderNumber) return known.customer;
  return JSON.parse(keys.open(sealed, place(sellerId, orderNumber)).toString("utf8")) as Customer;
}

/** Names, streets and towns that nobody has; their postal codes belong to no address. */
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
const HIGHEST_HOUSE = 2_000;

/** A customer for a simulated purchase, all made up, with a valid CPF (domain 8). */
export function fakeCustomer(chance: () => number): Customer {
  const one = <Thing>(things: readonly Thing[]) => things[Math.floor(chance() * things.length)]!;
  const customerName = `${one(GIVEN_NAMES)} ${one(SURNAMES)}`;
  return {
    document: fakeCpf(chance),
    stateInscription: "ISENTO",
    customerName,
    recipientName: customerName,
    cellPhone: "(11)900000000",
    address: {
      street: one(STREETS),
      number: String(1 + Math.floor(chance() * HIGHEST_HOUSE)),
      neighborhood: "Centro",
      ...one(TOWNS),
    },
  };
}
