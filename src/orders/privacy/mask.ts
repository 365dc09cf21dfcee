import type { Customer, CustomerAddress } from "../customer.ts";

type Mask = (text: string) => string;

const HIDDEN = "***";
const SHOWN_DIGITS = 2;
/** Hides all but the last two digits or letters: `***.***.***-09`. They are enough to compare two documents, but not to identify a person. */
const digits: Mask = (text) => {
  let left = text.replace(/[^0-9A-Za-z]/g, "").length;
  return text.replace(/[0-9A-Za-z]/g, (one) => (left-- > SHOWN_DIGITS ? "*" : one));
};
/** Keeps the initials of a name: `A. E.` */
const initials: Mask = (text) =>
  text
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `${String.fromCodePoint(word.codePointAt(0)!).toUpperCase()}.`)
    .join(" ");
const hidden: Mask = () => HIDDEN;
const unmasked: Mask = (text) => text;

/** Mask of each field, for callers who do not need to know the customer. */
const MASKS: Readonly<Record<Exclude<keyof Customer, "address">, Mask>> = {
  document: digits,
  stateInscription: hidden,
  customerName: initials,
  recipientName: initials,
  tradeName: initials,
  cellPhone: digits,
  landLine: digits,
};
const ADDRESS_MASKS: Readonly<Record<keyof CustomerAddress, Mask>> = {
  street: hidden,
  number: hidden,
  complement: hidden,
  reference: hidden,
  neighborhood: hidden,
  postalCode: hidden,
  city: unmasked,
  state: unmasked,
  stateName: unmasked,
};

/** Masks a customer: all fields remain, but the person cannot be identified. */
export function maskCustomer({ address, ...fields }: Customer): Customer {
  return { ...withMasks(fields, MASKS), ...(address ? { address: withMasks(address, ADDRESS_MASKS) } : {}) };
}

const withMasks = <Fields extends object>(fields: Fields, masks: Readonly<Record<string, Mask>>): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, (masks[name] ?? hidden)(String(value))])) as Fields;
