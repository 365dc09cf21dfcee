import type { KeyRing } from "../platform/crypto/index.ts";

/** A customer's address; `state` has the two letters of the federative unit. */
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

/** The customer of an order (seed 2.5). All fields are stored encrypted. Fields that identify a person appear in no log, event or metric. */
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

/** Returns a customer in the shown form, which always has an `address`, even an empty one. */
export function withAddress({ address = {}, ...customer }: Customer): Customer {
  return { ...customer, address };
}

/** The associated data of a customer's encryption. The customer can be decrypted only for the same order. */
const sealContext = (sellerId: number, orderNumber: string) => ["orders.customer", sellerId, orderNumber] as const;

/**
 * Cache of customers by their encrypted value. An entry lasts as long as that value is in memory. The cache avoids decryption, because an
 * order is usually shown right after it was created.
 */
const customersBySeal = new WeakMap<Buffer, { readonly sellerId: number; readonly orderNumber: string; readonly customer: Customer }>();

/** Encrypts the customer of an order. The value can be decrypted only with the same seller and order number. */
export function sealCustomer(keys: KeyRing, sellerId: number, orderNumber: string, customer: Customer): Buffer {
  const sealed = keys.seal(JSON.stringify(customer), sealContext(sellerId, orderNumber));
  customersBySeal.set(sealed, { sellerId, orderNumber, customer });
  return sealed;
}

/** Decrypts the customer of an order. Throws when the value belongs to another order. */
export function openCustomer(keys: KeyRing, sellerId: number, orderNumber: string, sealed: Buffer): Customer {
  const known = customersBySeal.get(sealed);
  if (known?.sellerId === sellerId && known.orderNumber === orderNumber) return known.customer;
  return JSON.parse(keys.open(sealed, sealContext(sellerId, orderNumber)).toString("utf8")) as Customer;
}
