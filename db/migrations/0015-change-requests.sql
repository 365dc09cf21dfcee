-- Changes that a seller asks for once a product can no longer be sent again. A request is a row with one row per field; both are history and are
-- never removed. A request's row is also the queue of its checks.
create table product_changes (
  seller_id    bigint  not null,
  change_id    text    not null,
  sku          text    not null,
  -- The seq of the event that opened it: its place in the seller's lists.
  nth          bigint  not null,
  state        text    not null constraint change_is_open_decided_or_withdrawn check (state in ('open', 'decided', 'withdrawn')),
  version      integer not null default 1,
  actor        text    not null,
  note         text,
  -- The product's version when the change was asked for.
  base_version integer not null,
  -- The rules in effect when it was asked for; 0 = those that Vitrine ships.
  rule_set_id  bigint  not null,
  request_id   text    not null,
  created_at   bigint  not null,
  decided_at   bigint,
  due_at       bigint,
  -- Real time; the fence proves the lease.
  lease_until  timestamptz,
  fence        bigint  not null default 0,
  -- Counts what happened to it; a check that saw an older one leaves it due.
  generation   bigint  not null default 1,
  attempts     integer not null default 0,
  primary key (seller_id, change_id),
  constraint closed_iff_decided_at check ((state = 'open') = (decided_at is null)),
  constraint only_open_changes_are_due check (due_at is null or state = 'open')
) with (fillfactor = 80);
create unique index product_changes_of_product on product_changes (seller_id, sku, nth);
create index product_changes_of_seller on product_changes (seller_id, nth);
create index product_changes_open_of_seller on product_changes (seller_id, nth) where state = 'open';
create index product_changes_open on product_changes (created_at, seller_id, change_id) where decided_at is null;
create index product_changes_closed on product_changes (decided_at, seller_id, change_id) where decided_at is not null;
create index product_changes_due on product_changes (due_at, seller_id) where due_at is not null;
create index product_changes_due_of_seller on product_changes (seller_id, due_at) where due_at is not null;

create table product_change_fields (
  seller_id     bigint not null,
  change_id     text   not null,
  -- Where in the product; an attribute is named, not counted.
  pointer       text   not null,
  sku           text   not null,
  -- The product's field that the pointer leads into.
  field         text   not null,
  -- JSON; null = absent.
  was           text   not null,
  wanted        text   not null,
  state         text   not null constraint state_is_of_a_changed_field
    check (state in ('checking', 'waiting', 'approved', 'auto_approved', 'refused', 'criticized', 'withdrawn', 'superseded', 'stale', 'merged')),
  asked_at      bigint not null,
  -- Since when it is in this state.
  at            bigint not null,
  -- The rule that decided, or that sent it to a person.
  rule          text,
  -- Who or what decided; null as long as it is open, and where a newer request took its place.
  decided_by    text,
  code          text,
  message       text,
  -- JSON of what the validation found.
  reviews       text   not null default '[]',
  superseded_by text,
  -- Of a field that a rule approved and chance chose: a person looks at it later.
  sample        text   constraint sample_is_known check (sample in ('waiting', 'confirmed', 'contested')),
  sampled_by    text,
  sampled_at    bigint,
  primary key (seller_id, change_id, pointer),
  constraint only_rules_are_sampled check (sample is null or state = 'auto_approved')
) with (fillfactor = 80);
-- One open request per place of a product: the later one supersedes the earlier one.
create unique index product_change_fields_open on product_change_fields (seller_id, sku, pointer) where state in ('checking', 'waiting');
create index product_change_fields_open_of_field on product_change_fields (field, asked_at, seller_id, change_id)
  where decided_by is null and superseded_by is null;
create index product_change_fields_decided on product_change_fields (seller_id, at) where state in ('approved', 'refused');
create index product_change_fields_sampled on product_change_fields (at, seller_id, change_id) where sample = 'waiting';
create index product_change_fields_of_rule on product_change_fields (rule, sample) where sample is not null;

-- What is decided without a person. A set holds from its date on, until the next one.
create table change_rule_sets (
  -- 1, 2, 3, ...: two that follow the same one cannot both be recorded.
  rule_set_id  bigint not null primary key,
  effective_at bigint not null,
  -- JSON: the rules, in their order.
  rules        text   not null,
  actor        text   not null,
  made_at      bigint not null
);
create index change_rule_sets_by_date on change_rule_sets (effective_at, rule_set_id);

-- The credential's PUT of a product that is closed asks for a change.
alter table credentials add column change_requests boolean not null default false;

do $$
declare
  owned text;
begin
  foreach owned in array array['product_changes', 'product_change_fields'] loop
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
