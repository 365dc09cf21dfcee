import { isDeepStrictEqual } from "node:util";
import type { Failure } from "../../platform/contract/index.ts";
import type { Customer } from "../customer.ts";
import type { OrderRequest } from "./body.ts";
import { purchaseErrors } from "./errors.ts";
import { statesDiffer, withState } from "./brazilian-states.ts";

/** A customer, and its JSON pointer in the body. */
interface NamedCustomer {
  readonly customer: Customer;
  readonly pointer: string;
}

/**
 * Finds the customer of an order. The body may give it for the order, for its shippings, or several times; all must then be equal. If the
 * body gives no customer, `otherwise` is used. If that is undefined too, the purchase is refused.
 */
export function resolveBuyer(
  body: OrderRequest,
  otherwise: Customer | undefined,
): { readonly customer: Customer } | { readonly failures: readonly Failure[] } {
  const named = customersIn(body);
  const [first, ...others] = named;
  const customer = first ? withStateOf(first.customer) : otherwise;
  const failures = named
    .filter(({ customer: { address } }) => address && statesDiffer(address))
    .map(({ pointer }) => purchaseErrors.failure("states_differ", { pointer: `${pointer}/address/stateName` }));
  for (const other of others)
    if (!isDeepStrictEqual(other.customer, first!.customer))
      failures.push(purchaseErrors.failure("customers_differ", { pointer: other.pointer, params: { first: first!.pointer } }));
  if (customer === undefined) failures.push(purchaseErrors.failure("customer_missing", { pointer: "/customer" }));
  return customer === undefined || failures.length > 0 ? { failures } : { customer };
}

/** Whether any field has a text that is not blank. */
const hasText = (fields: object): boolean =>
  Object.values(fields).some((value: unknown) =>
    typeof value === "string" ? value.trim() !== "" : typeof value === "object" && value !== null && hasText(value),
  );

/** Lists the customers of a body: first the order's, then those of its shippings. A customer without any text counts as not sent. */
const customersIn = ({ customer, shippings = [] }: OrderRequest): readonly NamedCustomer[] =>
  [{ customer, pointer: "/customer" }, ...shippings.map((shipping, i) => ({ ...shipping, pointer: `/shippings/${i}/customer` }))].flatMap(
    ({ customer: one, pointer }) => (one && hasText(one) ? [{ customer: one, pointer }] : []),
  );

const withStateOf = (customer: Customer): Customer => (customer.address ? { ...customer, address: withState(customer.address) } : customer);
