import { Refusal } from "../platform/contract/index.ts";
import { RowNotWritten, type Transaction } from "../platform/database/index.ts";
import { setPrices } from "../pricing/index.ts";
import type { ReferenceSnapshot } from "../reference/index.ts";
import { setStocks } from "../stock/index.ts";
import { type ProductWrite, WRITE_COLUMNS } from "./batched-statements.ts";
import { openChangesOf } from "./changes/open-changes.ts";
import { productErrors } from "./errors.ts";
import * as queries from "./queries.ts";
import { readSubmission, type SubmittedBody } from "./read-submission.ts";
import { closedProductRefusal } from "./closed-product.ts";
import { familyFullFailure } from "./submission-rules.ts";

/** What a product that was sent has done. `unchanged` = the product on record is the same, and so are price and stock. */
export type ProductEffect = "created" | "updated" | "unchanged" | ChangeAsked;
/** A product that is closed: a change request was opened for it. */
export interface ChangeAsked {
  readonly changeRequestId: string;
}

type Results = (ProductEffect | Refusal | undefined)[];

export interface PutProductsContext {
  readonly rules: ReferenceSnapshot["data"]["rules"];
  /** Whether closed products get change requests, whatever their sender's credential says. */
  readonly prefersChanges: boolean;
}

/** A product that is sent, and its place among those that are sent together. */
interface Placed {
  readonly place: number;
  readonly product: ProductWrite;
}

/**
 * Creates or replaces many different products in an open transaction: each as POST would, and as PUT would where its sku exists. A product
 * that can no longer be edited is only compared: if it is the same, its price and stock are set. If it is not, a change request is opened where
 * its sender wants that, and the product is refused elsewhere.
 */
export async function putProducts(
  transaction: Transaction,
  { rules, prefersChanges }: PutProductsContext,
  bodies: readonly SubmittedBody[],
): Promise<readonly (ProductEffect | Refusal)[]> {
  const results: Results = bodies.map(() => undefined);
  const sent = bodies.map((body) => readSubmission(body, rules, { offerRequired: !body.who.separatePriceAndStock }));
  const toCreate = sent.flatMap((product, place) => (product instanceof Refusal ? [] : [{ place, product }]));
  const refused = sent.flatMap((refusal, place) => (refusal instanceof Refusal ? [{ place, refusal }] : []));
  const toChange: Placed[] = await createNew(transaction, toCreate, results);
  toChange.push(...(await judgeRefused(transaction, rules, { bodies, refused }, results)));
  const closed = await change(transaction, toChange, results);
  const different = await compareClosed(transaction, closed, results);
  const asking = different.filter(({ place }) => prefersChanges || bodies[place]!.who.changeRequests);
  await askForChanges(transaction, { bodies, asking }, results);
  // A product that has no row was taken when it was to be created. Products are never deleted.
  for (const { place, product } of toChange)
    results[place] ??= productErrors.refuse("product_unknown", { pointer: "path.sku", received: product.sku });
  return results as readonly (ProductEffect | Refusal)[];
}

/** Creates the products whose skus are new. Returns the others. */
async function createNew(transaction: Transaction, placed: readonly Placed[], results: Results): Promise<Placed[]> {
  if (placed.length === 0) return [];
  const taken: Placed[] = [];
  for (const { ord, ...row } of await transaction.run(queries.createProducts, columnsOf(placed))) {
    const one = placed[ord - 1]!;
    if (row.taken) taken.push(one);
    else if (row.crowded) results[one.place] = new Refusal([familyFullFailure(one.product)]);
    else if (row.created) results[one.place] = "created";
    else throw new RowNotWritten(`product ${one.product.sku}`);
  }
  return taken;
}

interface Refused {
  readonly bodies: readonly SubmittedBody[];
  readonly refused: readonly { readonly place: number; readonly refusal: Refusal }[];
}

/** Judges again, as changes, the refused products whose skus exist: a change needs neither price nor stock. Returns those that are accepted. */
async function judgeRefused(
  transaction: Transaction,
  rules: ReferenceSnapshot["data"]["rules"],
  { bodies, refused }: Refused,
  results: Results,
): Promise<Placed[]> {
  if (refused.length === 0) return [];
  const { largestFamily } = rules;
  const skus = refused.map(({ place, refusal }) => {
    const readable = (name: "sku" | "productGroup") => readableText(bodies[place]!.sent, name, refusal);
    return { sku: readable("sku"), group: readable("productGroup") };
  });
  const rows = await transaction.run(queries.checkFamilyCapacity, [
    refused.map(({ place }) => bodies[place]!.who.sellerId),
    skus.map(({ sku }) => sku),
    skus.map(({ group }) => group),
    refused.map(() => largestFamily),
  ]);
  const toChange: Placed[] = [];
  for (const { ord, taken, crowded } of rows) {
    const { place, refusal } = refused[ord - 1]!;
    const body = bodies[place]!;
    const { sku, group } = skus[ord - 1]!;
    const product = taken ? readSubmission(body, rules, { pathSku: sku, offerRequired: false }) : refusal;
    if (product instanceof Refusal) results[place] = crowded && group !== "" ? withFullFamily(product, group, largestFamily) : product;
    else toChange.push({ place, product });
  }
  return toChange;
}

/** A product that can no longer be edited, and the refusal of its change. */
interface Closed extends Placed {
  readonly refusal: Refusal;
}

/** Changes products. Returns those that can no longer be edited. */
async function change(transaction: Transaction, placed: readonly Placed[], results: Results): Promise<readonly Closed[]> {
  if (placed.length === 0) return [];
  const closed: Closed[] = [];
  for (const row of await transaction.run(queries.changeProducts, columnsOf(placed))) {
    const one = placed[row.ord - 1]!;
    const refusal = closedProductRefusal(one.product.sku, row.status);
    if (refusal !== undefined) closed.push({ ...one, refusal });
    else if (row.crowded) results[one.place] = new Refusal([familyFullFailure(one.product)]);
    else if (row.changed) results[one.place] = "updated";
    else throw new RowNotWritten(`a change of product ${one.product.sku}`);
  }
  return closed;
}

/** Sets price and stock of closed products that were sent as they are. Refuses the others, and returns them. */
async function compareClosed(transaction: Transaction, closed: readonly Closed[], results: Results): Promise<readonly Placed[]> {
  if (closed.length === 0) return [];
  const rows = await transaction.run(queries.getProducts, [
    closed.map(({ product }) => product.sellerId),
    closed.map(({ product }) => product.sku),
    closed.map(() => true),
    closed.map(() => true),
  ]);
  const same = new Set<Placed>();
  for (const { place, refusal } of closed) results[place] = refusal;
  for (const { ord, core, images, attributes } of rows) {
    const one = closed[ord - 1]!;
    if (core !== one.product.core || images !== one.product.images || attributes !== one.product.attributes) continue;
    results[one.place] = "unchanged";
    same.add(one);
  }
  await setOffers(transaction, [...same], results);
  return closed.filter((one) => !same.has(one));
}

interface Asking {
  readonly bodies: readonly SubmittedBody[];
  readonly asking: readonly Placed[];
}

/** Opens change requests of closed products, and sets the prices and stocks that came along. */
async function askForChanges(transaction: Transaction, { bodies, asking }: Asking, results: Results): Promise<void> {
  const wanted = asking.map(({ place, product }) => ({ ...product, body: bodies[place]!.body }));
  const opened = await openChangesOf(transaction, wanted);
  for (const [i, found] of opened.entries())
    results[asking[i]!.place] = typeof found === "string" ? { changeRequestId: found } : (found ?? "unchanged");
  const accepted = asking.filter((_, i) => !(opened[i] instanceof Refusal));
  await setOffers(transaction, accepted, results);
}

async function setOffers(transaction: Transaction, placed: readonly Placed[], results: Results): Promise<void> {
  const stocked = placed.filter(({ product }) => product.physical !== null);
  const priced = placed.filter(({ product }) => product.listCents !== null);
  const updated = ({ place }: Placed) => {
    if (results[place] === "unchanged") results[place] = "updated";
  };
  if (stocked.length > 0) {
    const rows = await setStocks(
      transaction,
      stocked.map(({ product }) => ({ ...product, physical: product.physical!, versions: null })),
    );
    for (const [i, row] of rows.entries()) if (row?.was !== stocked[i]!.product.physical) updated(stocked[i]!);
  }
  if (priced.length === 0) return;
  const rows = await setPrices(
    transaction,
    priced.map(({ product }) => ({ ...product, listCents: product.listCents!, saleCents: product.saleCents! })),
  );
  for (const [i, row] of rows.entries()) if (row?.changed) updated(priced[i]!);
}

const columnsOf = (placed: readonly Placed[]) => WRITE_COLUMNS.map((column) => placed.map(({ product }) => column(product)));

/** A text of a body that may be anything; empty when it is no text, or failed its own check. No product has such a sku. */
function readableText(sent: unknown, name: "sku" | "productGroup", { failures }: Refusal): string {
  const value = (sent as Readonly<Record<string, unknown>> | undefined)?.[name];
  const failed = failures.some(({ pointer }) => pointer === "" || pointer === `/${name}`);
  return typeof value === "string" && !failed ? value : "";
}

const withFullFamily = ({ failures }: Refusal, productGroup: string, largestFamily: number): Refusal =>
  new Refusal([...failures, familyFullFailure({ productGroup, largestFamily })]);
