import { type Client, eventually, type Marketplace } from "../harness.ts";
import { pathOf } from "../wares.ts";

let asked = 0;
/** A fresh change request of a product that is sold; checked, where somebody shall decide it. */
export async function freshChangeOf(
  seller: Client,
  sku: string,
  { isChecked, field = "/description" }: { readonly isChecked: boolean; readonly field?: string },
): Promise<string> {
  const fields = { [field]: `Outra descrição, pedida pela ${(asked += 1)}ª vez; serve da cabeça P à G.` };
  const { id } = (await seller.post(pathOf(sku, "changes"), { fields })).json as { readonly id: string };
  const path = `${pathOf(sku, "changes")}/${id}`;
  const isWaiting = async () => (await seller.get(path)).json.fields.every(({ state }: { readonly state: string }) => state !== "checking");
  if (isChecked) await eventually(`${id} to be checked`, isWaiting);
  return id;
}

let last: Promise<unknown> = Promise.resolve();
/**
 * A change request that is left as five failed checks leave it. Its field is nobody else's, and one is made after the other: a later request
 * for the same field would take its place.
 */
export function setAsideChangeOf(seller: Client, sku: string, { database }: Pick<Marketplace, "database">): Promise<string> {
  const made = last.then(async () => {
    const changeId = await freshChangeOf(seller, sku, { isChecked: true, field: "/manufacturerCode" });
    await database.query("update product_change_fields set state = 'checking', decided_by = null where change_id = $1", [changeId]);
    await database.query("update product_changes set attempts = 5, due_at = null, decided_at = null, state = 'open' where change_id = $1", [
      changeId,
    ]);
    return changeId;
  });
  last = made.catch(() => undefined);
  return made;
}
