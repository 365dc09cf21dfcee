import { optional, shape, text } from "../platform/contract/schema.ts";

const short = (maxLength = 100) => optional(text({ maxLength }));
const code = (maxLength: number) => optional(text({ maxLength, also: "integer" }));

/** Shown in logs too, though it stands in what tells of a person. */
const OPEN = { personal: false } as const;
const openText = optional(text({ maxLength: 60, ...OPEN }));

/** Where a customer lives, but for the state. */
export const addressFields = {
  street: short(200),
  number: code(20),
  complement: short(),
  reference: short(200),
  neighborhood: short(),
  postalCode: code(20),
  // A town and a state are nobody's.
  city: optional(text({ maxLength: 100, ...OPEN })),
};
/** Who a customer is. */
export const customerFields = {
  document: code(20),
  stateInscription: code(30),
  customerName: short(200),
  recipientName: short(200),
  tradeName: short(200),
  cellPhone: code(30),
  landLine: code(30),
};
/** Whoever bought, as orders show it (seed 2.5). */
export const Customer = shape(
  "Customer",
  { ...customerFields, address: optional(shape("Address", { ...addressFields, state: openText, stateName: openText })) },
  { personal: true },
);
