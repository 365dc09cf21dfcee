import type { Marketplace } from "../harness.ts";

/**
 * Whether the validation has nothing to do: no family, no image, no change request and no warning of a change is due or in work, and none is to
 * become due for newer reference data.
 * Until then workers write, whatever a test does.
 */
export async function atRest({ database, clock }: Pick<Marketplace, "database" | "clock">): Promise<boolean> {
  const due = await database.query(
    `select 1 from families where due_at <= $1
      union all select 1 from image_checks where due_at <= $1
      union all select 1 from product_changes where due_at <= $1
      union all select 1 from reference_warnings where due_at <= $1 or lease_until is not null
      union all select 1 from families f, reference_version r where f.open and f.reference_version < r.version`,
    [clock.now()],
  );
  return due.length === 0;
}
