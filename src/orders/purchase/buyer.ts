import { isDeepStrictEqual } from "node:util";
import type { Failure } from "../../platform/contract/errors.ts";
import type { Customer } from "../customer.ts";
import type { OrderRequest } from "./body.ts";
import { purchaseErrors } from "./errors.ts";
import { namesTwoStates, withState } from "./brazilian-states.ts";

/** A customer and where the body says it. */
interface Told {
  readonly customer: Customer;
  readonly pointer: string;
}

/**
 * Who buys, in order of the body: an order has one customer, whether the order says it or its shippings, or each of them.
 * `otherwise` buys when nobody is named; without anybody there is no purchase.
 */
export function resolveBuyer(
  body: OrderRequest,
  otherwise: Customer | undefined,
): { readonly customer: Customer } | { readonly failures: readonly Failure[] } {
  const told = toldIn(body);
  const [first, ...others] = told;
  const customer = first ? withStateOf(first.customer) : otherwise;
  const failures = told
    .filter(({ customer: { address } }) => address && namesTwoStates(address))
    .map(({ pointer }) => purchaseErrors.failure("states_differ", { pointer: `${pointer}/address/stateName` }));
  for (const other of others)
    if (!isDeepStrictEqual(other.customer, first!.customer))
      failures.push(purchaseErrors.failure("customers_differ", { pointer: other.pointer, params: { first: first!.pointer } }));
  if (customer === undefined) failures.push(purchaseErrors.failure("customer_missing", { pointer: "/customer" }));
  return customer === undefined || failures.length > 0 ? { failures } : { customer };
}

/** Whether anything is said of somebody: blanks are nothing. */
const isSomebody = (said: object): boolean =>
  Object.values(said).some((one: unknown) =>
    typeof one === "string" ? one.trim() !== "" : typeof one === "object" && one !== null && isSomebody(one),
  );

/** A customer without anything is none. */
const toldIn = ({ customer, shippings = [] }: OrderRequest): readonly Told[] =>
  [{ customer, pointer: "/customer" }, ...shippings.map((shipping, i) => ({ ...shipping, pointer: `/shippings/${i}/customer` }))].flatMap(
    ({ customer: one, pointer }) => (one && isSomebody(one) ? [{ customer: one, pointer }] : []),
  );

const withStateOf = (customer: Customer): Customer => (customer.address ? { ...customer, address: withState(customer.address) } : customer);
