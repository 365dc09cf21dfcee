-- The review queue: what waits for a decision, who looks at it, what was decided and why, and the rules that decide by themselves. What
-- waits already, and what the version before this one still puts into cataloguing, is queued by a job.

-- What waits for a decision of the catalogue team, and who looks at it: a product in cataloguing, or a change of an approved one.
-- Written with the move into cataloguing, removed with the decision.
create table review_claims (
  seller_id   bigint  not null,
  sku         text    not null,
  -- Of a change request; empty = the product itself.
  change_id   text    not null default '',
  department  text    not null,
  brand       text    not null,
  queued_at   bigint  not null,
  due_at      bigint  not null,
  -- Names the rule that due_at was computed by.
  deadlines   text    not null,
  -- Of 100 decisions on its seller, how many to expect to be criticisms, as of queued_at.
  risk        integer not null,
  -- Up to which version of the rules in force it was compared with them.
  judged      bigint  not null default 0,
  -- This rule would have approved it; a person decides all the same, without knowing, to measure the rule.
  sample_of   text,
  claim_token text,
  reviewer    text,
  lease_until timestamptz,
  -- Counts the leases; who holds an older one changes nothing any more.
  fence       bigint  not null default 0,
  primary key (seller_id, sku, change_id),
  constraint claimed_whole_or_not_at_all check ((claim_token is null) = (reviewer is null) and (claim_token is null) = (lease_until is null))
) with (fillfactor = 70);
create index review_claims_due on review_claims (due_at, seller_id, sku, change_id);
create index review_claims_due_of_seller on review_claims (seller_id, due_at, sku, change_id);
create index review_claims_due_of_department on review_claims (department, due_at, seller_id, sku, change_id);
create index review_claims_by_risk on review_claims (risk desc, due_at, seller_id, sku, change_id);
create index review_claims_of_token on review_claims (claim_token, seller_id) where claim_token is not null;
create index review_claims_unjudged on review_claims (judged, seller_id);
create index review_claims_of_changes on review_claims (seller_id, sku, change_id) where change_id <> '';

-- By what a seller's products are recognized as the same: their EAN, and their name as it is compared.
create table product_identities (
  seller_id bigint not null,
  identity  text   not null,
  sku       text   not null,
  primary key (seller_id, identity, sku)
);

-- Every decision of a review, with what was known at that moment.
create table review_decisions (
  seller_id  bigint  not null,
  -- 1, 2, 3... of its seller.
  nth        bigint  not null,
  sku        text    not null,
  change_id  text    not null default '',
  -- Of the product after it.
  version    integer not null,
  decision   text    not null constraint decision_is_known check (decision in ('approve', 'criticize')),
  reviewer   text    not null,
  -- The rule that decided; null = a person.
  rule       text,
  -- The rule that this decision measures.
  sample_of  text,
  -- Whether the reviewer held the product when deciding.
  held       boolean not null,
  -- JSON: the codes of the reasons.
  reasons    text    not null default '[]',
  department text    not null,
  brand      text    not null,
  -- JSON: what the rules for automatic approval could know.
  facts      text    not null,
  queued_at  bigint  not null,
  due_at     bigint  not null,
  wait_ms    bigint  not null,
  at         bigint  not null,
  undone_at  bigint,
  primary key (seller_id, nth),
  constraint rules_only_approve check (rule is null or decision = 'approve'),
  constraint rules_measure_no_rule check (rule is null or sample_of is null)
);
create index review_decisions_of_product on review_decisions (seller_id, sku, nth);
create index review_decisions_of_brand on review_decisions (seller_id, brand) where decision = 'approve' and undone_at is null;
create index review_decisions_by_time on review_decisions (at, seller_id, nth);
create index review_decisions_of_people on review_decisions (at, seller_id, nth) where rule is null and undone_at is null;
create index review_decisions_of_sample on review_decisions (sample_of, at, seller_id, nth) where sample_of is not null and undone_at is null;

-- Why products are criticized: reasons that reviewers choose from.
create table review_reasons (
  code       text    not null primary key,
  text_pt    text    not null,
  text_en    text    not null,
  -- Where in the product it usually applies.
  pointer    text,
  severity   text    not null constraint severity_is_known check (severity in ('error', 'warning')),
  active     boolean not null,
  version    integer not null default 1,
  changed_at bigint  not null,
  changed_by text    not null
);

-- Rules that approve products by themselves. None is in force that did not prove itself: of the products that people decided and it
-- would have approved there are 200 at least, and the lower bound of Wilson's interval (95 %) of how many of them people approved is
-- 0.98 at least.
create table review_rules (
  rule_id         text    not null primary key,
  name            text    not null,
  -- JSON: what must hold of a product, all of it.
  conditions      text    not null,
  -- Whose chance picks the samples.
  seed            integer not null,
  enabled         boolean not null default false,
  -- Counts over all rules how often one was put in force.
  enabled_version bigint  not null default 0,
  enabled_at      bigint,
  -- What it proved itself by.
  matched         integer,
  agreed          integer,
  tried_at        bigint,
  -- It was put out of force by its own samples.
  switched_off_at bigint,
  version         integer not null default 1,
  changed_at      bigint  not null,
  changed_by      text    not null,
  constraint agreed_of_matched check (agreed between 0 and matched),
  constraint rule_in_force_is_proven check (
    not enabled
    or (
      matched >= 200
      and (agreed::float8 / matched + 1.920729 / matched
           - 1.959964 * sqrt(agreed::float8 / matched * (1 - agreed::float8 / matched) / matched + 0.960365 / matched / matched))
          / (1 + 3.841459 / matched) >= 0.98
      and enabled_at is not null
      and tried_at is not null
    ) is true
  )
);

alter table seller_counters
  -- Reviews decided; of these the ones by people, and how many of them approved.
  add column reviews bigint not null default 0,
  add column reviews_by_people bigint not null default 0,
  add column approvals_by_people bigint not null default 0;

do $$
declare
  owned text;
begin
  foreach owned in array array['review_claims', 'product_identities', 'review_decisions'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy seen_sellers on %I using ((select current_setting(''vitrine.sellers'', true) = ''*'') '
      'or seller_id = any ((select nullif(nullif(current_setting(''vitrine.sellers'', true), ''*''), '''')::bigint[])::bigint[]))',
      owned
    );
  end loop;
end
$$;
