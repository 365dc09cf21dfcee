import { validateFamilyMember } from "../../src/catalog/validation/in-memory-validation.ts";
import { toKnownImage, toLoadedMember } from "../../src/catalog/validation/load.ts";
import type { ImageRow, MemberRow } from "../../src/catalog/validation/queries.ts";
import { SHIPPED_RULES } from "../../src/catalog/changes/rules/shipped.ts";
import type { ReferenceSnapshot } from "../../src/reference/index.ts";
import type { TestDatabase } from "../harness.ts";

type Ask = TestDatabase["query"];

/** What must be true of every committed state of change requests, and statements that leave what a bug would leave. */
export interface ChangePromise {
  readonly name: string;
  readonly broken: (ask: Ask, reference: ReferenceSnapshot) => Promise<readonly string[]>;
  readonly plants: readonly { readonly bug: string; readonly statement: string }[];
}

type Json = Readonly<Record<string, unknown>>;
interface LiveRow extends Json {
  readonly seller_id: string;
  readonly sku: string;
  readonly core: string;
  readonly images: string;
  readonly attributes: string;
}

/** A product by its places: images by position, attributes by name. Written again here, so that it can disagree with the server's. */
function places({ core, images, attributes }: Pick<LiveRow, "core" | "images" | "attributes">): Record<string, unknown> {
  const {
    expands: _expands,
    _links,
    fulfillment,
    ...plain
  } = JSON.parse(core) as Json & { readonly fulfillment: { readonly candidate: boolean } };
  const found: Record<string, unknown> = { "/fulfillment/candidate": fulfillment.candidate };
  for (const [name, value] of Object.entries(plain)) found[`/${name}`] = value;
  for (const [i, { url }] of (JSON.parse(images) as { readonly url: string }[]).entries()) found[`/images/${i}/url`] = url;
  for (const { name, values } of JSON.parse(attributes) as { readonly name: string; readonly values: readonly string[] }[])
    found[`/attributes/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`] = values;
  return found;
}

const LIVE = "select p.seller_id, p.sku, p.core, p.images, p.attributes from products p";

/** Products as they were before anything of theirs was changed. The tests keep them when the products go on sale. */
export async function keepBeginnings(ask: Ask): Promise<void> {
  await ask("create table beginnings as select seller_id, sku, core, images, attributes from products");
}

async function foldDifferences(ask: Ask): Promise<readonly string[]> {
  const live = await ask<LiveRow & { readonly was_core: string; readonly was_images: string; readonly was_attributes: string }>(
    `${LIVE.replace(" from products p", ", b.core as was_core, b.images as was_images, b.attributes as was_attributes from products p")}
       join beginnings b using (seller_id, sku)`,
  );
  const approved = await ask<{ sku: string; pointer: string; wanted: string }>(
    `select f.sku, f.pointer, f.wanted
       from events e
       cross join lateral jsonb_array_elements(e.payload::jsonb -> 'fields') as one
       join product_change_fields f on f.seller_id = e.seller_id and f.change_id = e.payload::jsonb ->> 'changeRequestId'
                                   and f.pointer = one ->> 'pointer'
      where e.name = 'product.change' and e.cause = 'change' order by e.seq`,
  );
  return live.flatMap((row) => {
    const folded = places({ core: row.was_core, images: row.was_images, attributes: row.was_attributes });
    for (const { pointer, wanted } of approved.filter(({ sku }) => sku === row.sku)) {
      const value = JSON.parse(wanted) as unknown;
      if (value === null) delete folded[pointer];
      else folded[pointer] = value;
    }
    const is = places(row);
    return [...new Set([...Object.keys(folded), ...Object.keys(is)])].flatMap((pointer) =>
      JSON.stringify(is[pointer]) === JSON.stringify(folded[pointer])
        ? []
        : [`${row.sku} ${pointer}: is ${JSON.stringify(is[pointer])}, approved ${JSON.stringify(folded[pointer])}`],
    );
  });
}

/** Findings of products on sale that were changed: what was approved must pass, as long as the reference data stays. */
async function critiquesOfLive(ask: Ask, reference: ReferenceSnapshot): Promise<readonly string[]> {
  const members = await ask<MemberRow & { readonly seller_id: string; readonly changed: boolean }>(
    `select p.seller_id, p.product_group, p.sku, p.status, p.core, p.images, p.attributes, p.reviews, p.pending, p.version, p.received_at::float8 as received_at,
            s.physical, s.wakes_family, v.sku is not null as priced,
            exists (select from product_change_fields f where f.seller_id = p.seller_id and f.sku = p.sku and f.state in ('approved', 'auto_approved')) as changed
       from products p left join stocks s using (seller_id, sku) left join prices v using (seller_id, sku) order by p.ordinal`,
  );
  const images = await ask<ImageRow>(
    "select product_group, url, verdict, checked_at::float8 as checked_at from image_checks where verdict is not null",
  );
  const known = new Map(images.map((row) => [row.url, toKnownImage(row)]));
  const context = { reference, now: 0, settleMs: 0, imageRecheckMs: Number.POSITIVE_INFINITY, stockSufficed: true };
  return members
    .filter(({ changed }) => changed)
    .flatMap((row) => {
      const family = members.filter((one) => one.product_group === row.product_group).map(toLoadedMember);
      const member = { ...family.find((one) => one.sku === row.sku)!, status: "RECEIVED" as const, receivedAt: 0 };
      const { reviews } = validateFamilyMember(member, family, known, context);
      // A family changes its brand member by member.
      const errors = reviews.filter(({ severity, code }) => severity === "error" && code !== "family_mixed");
      return errors.map(({ code, pointer }) => `${row.sku} ${pointer}: ${code}`);
    });
}

async function lostNewer(ask: Ask): Promise<readonly string[]> {
  const rows = await ask<{ what: string }>(
    `select format('%s %s: %s was superseded by %s, which is older', f.sku, f.pointer, f.change_id, f.superseded_by) as what
       from product_change_fields f
       join product_changes c using (seller_id, change_id)
       join product_changes n on n.seller_id = f.seller_id and n.change_id = f.superseded_by
      where n.nth <= c.nth
      union all
     select format('%s %s: %s waits, and a newer request was made', f.sku, f.pointer, f.change_id)
       from product_change_fields f
       join product_changes c using (seller_id, change_id)
      where f.state in ('checking', 'waiting')
        and exists (select from product_change_fields g join product_changes n on n.seller_id = g.seller_id and n.change_id = g.change_id
                     where g.seller_id = f.seller_id and g.sku = f.sku and g.pointer = f.pointer and n.nth > c.nth)`,
  );
  return rows.map(({ what }) => what);
}

interface RuleRow {
  readonly id: string;
  readonly action: string;
}
const ACTIONS: Readonly<Record<string, string>> = { auto_approved: "auto_approve", refused: "refuse" };

async function otherRules(ask: Ask): Promise<readonly string[]> {
  const fields = await ask<{
    sku: string;
    pointer: string;
    state: string;
    rule: string;
    held: readonly (string | null)[];
  }>(
    // Of what is asked for in the very millisecond in which rules change, either may be first.
    `select f.sku, f.pointer, f.state, f.rule,
            (select array_agg(r.rules) from change_rule_sets r where r.effective_at = f.asked_at)
              || (select r.rules from change_rule_sets r where r.effective_at < f.asked_at order by r.effective_at desc, r.rule_set_id desc limit 1) as held
       from product_change_fields f where f.decided_by like 'rule:%'`,
  );
  return fields.flatMap(({ sku, pointer, state, rule, held }) => {
    const sets = held.map((rules) => (rules === null ? SHIPPED_RULES : JSON.parse(rules)) as readonly RuleRow[]);
    return sets.some((rules) => rules.find(({ id }) => id === rule)?.action === ACTIONS[state])
      ? []
      : [`${sku} ${pointer}: ${state} by ${rule}, which said nothing of the kind when it was asked for`];
  });
}

/** Every promise of change requests (beyond M11). */
export const CHANGE_PROMISES: readonly ChangePromise[] = [
  {
    name: "a product on sale is what it was, with all that was approved since",
    broken: foldDifferences,
    plants: [
      {
        bug: "a value goes live that nobody approved",
        statement: "update products set core = replace(core, '\"gender\":\"', '\"gender\":\"x') where sku like 'MODELO%'",
      },
    ],
  },
  {
    name: "what is on sale by a change passes the validation",
    broken: critiquesOfLive,
    plants: [
      {
        bug: "a change is approved without validating again",
        statement: `with f as (select seller_id, change_id, pointer, sku from product_change_fields where state = 'approved' limit 1), g as (
                      update product_change_fields p set wanted = '"Ninguém"' from f where p.seller_id = f.seller_id and p.change_id = f.change_id and p.pointer = f.pointer)
                    update products p set core = regexp_replace(core, '"brand":"[^"]*"', '"brand":"Ninguém"') from f where p.seller_id = f.seller_id and p.sku = f.sku`,
      },
    ],
  },
  {
    name: "of two requests for one place the newer one waits",
    broken: lostNewer,
    plants: [
      {
        bug: "superseding loses the newer request",
        statement: `with s as (select seller_id, change_id, pointer, superseded_by from product_change_fields where state = 'superseded' limit 1)
                    update product_change_fields f
                       set state = case when f.change_id = s.change_id then 'refused' else 'superseded' end,
                           superseded_by = case when f.change_id = s.change_id then null else s.change_id end
                      from s where f.seller_id = s.seller_id and f.pointer = s.pointer and f.change_id in (s.change_id, s.superseded_by)`,
      },
    ],
  },
  {
    name: "rules decide as they stood when the change was asked for",
    broken: otherRules,
    plants: [
      {
        bug: "the rules are read when a change is decided, not when it is asked for",
        statement: "update product_change_fields set rule = 'later', decided_by = 'rule:later' where decided_by like 'rule:%'",
      },
    ],
  },
];
