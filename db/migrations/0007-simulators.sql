-- The sandbox's simulators: who plays shopper, bank, risk analyst, carrier, fulfilment operator and reviewer for which seller.

create table simulators (
  seller_id  bigint not null,
  name       text   not null constraint simulator_is_known
    check (name in ('shoppers', 'payment', 'risk', 'fulfillment', 'carriers', 'exchanges', 'reviewers')),
  mode       text   not null constraint mode_is_known check (mode in ('off', 'manual', 'automatic')),
  -- JSON: the parameters that differ from their defaults.
  parameters text   not null default '{}',
  -- Whose chance decides.
  seed       integer not null,
  -- The last event it looked at.
  cursor_seq bigint not null,
  -- Of shoppers: how many have been.
  purchases  integer not null default 0,
  primary key (seller_id, name)
);
create index simulators_automatic on simulators (name, seller_id) where mode = 'automatic';

-- What simulators will do; the row is the queue.
create table simulated_acts (
  seller_id     bigint  not null,
  -- Names what is done, to what, after which of its versions: planned twice it is the same act.
  act_id        text    not null,
  simulator     text    not null,
  act           text    not null,
  -- Order number or sku; of a purchase, which one it is.
  subject       text    not null,
  shipping_code integer,
  due_at        bigint  not null,
  -- Real time; proof of the lease.
  lease_until   timestamptz,
  fence         integer not null default 0,
  primary key (seller_id, act_id)
);
create index simulated_acts_due on simulated_acts (due_at, seller_id);
create index simulated_acts_due_of_seller on simulated_acts (seller_id, due_at);

do $$
declare
  owned text;
begin
  foreach owned in array array['simulators', 'simulated_acts'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy seen_sellers on %I using (case (select current_setting(''vitrine.sellers'', true)) '
      'when ''*'' then true when '''' then false '
      'else array[seller_id] <@ (select nullif(nullif(current_setting(''vitrine.sellers'', true), ''*''), '''')::bigint[]) end)',
      owned
    );
  end loop;
end
$$;
