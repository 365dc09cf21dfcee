-- Orders from purchase to delivery: their shippings, invoices, and what they reserve. Narrow facts have columns; what is
-- only ever served whole is ready JSON text. Customers and invoice documents are sealed before they come here.

-- Who invoices: stands in the shippings of its orders as their sender.
alter table sellers add column cnpj text, add column legal_name text;

-- Dense numbers of a seller: places in its list of orders, shipping codes and item ids from 1 on.
alter table seller_counters
  add column orders      bigint not null default 0,
  add column shippings   bigint not null default 0,
  add column order_items bigint not null default 0;

create table orders (
  seller_id            bigint  not null,
  order_number         text    not null,
  -- Its place in the seller's list, by creation.
  ordinal              bigint  not null,
  order_type           text    not null constraint order_is_sale_or_exchange check (order_type in ('Sale', 'Exchange')),
  -- That of its least advanced shipping not canceled.
  status               text    not null constraint status_is_an_order_state
    check (status in ('Created', 'Waiting Checkin', 'Frozen', 'approved', 'Invoiced', 'shipped', 'delivered', 'canceled')),
  status_at            bigint  not null,
  origin_number        text,
  business_unit        text    not null,
  origin_site          text    not null,
  order_date           bigint  not null,
  payment_date         bigint,
  agreed_date          bigint,
  total_quantity       integer not null constraint something_is_ordered check (total_quantity > 0),
  gross_cents          bigint  not null,
  commission_cents     bigint  not null,
  discount_cents       bigint  not null,
  freight_cents        bigint  not null,
  net_cents            bigint  not null constraint net_is_what_is_paid check (net_cents = gross_cents - discount_cents + freight_cents),
  payments             text    not null,
  -- Sealed JSON; null once it is forgotten.
  customer             bytea,
  forget_customer_at   bigint,
  devolutions          text    not null default '[]',
  devolution_requested boolean not null default false,
  exchange_requested   boolean not null default false,
  version              integer not null default 1,
  -- The order's row is the queue of what happens to all of it by itself.
  due_at               bigint,
  due_move             text,
  primary key (seller_id, order_number),
  unique (seller_id, ordinal),
  constraint due_iff_a_move_is_due check ((due_at is null) = (due_move is null)),
  constraint origin_iff_exchange check ((order_type = 'Exchange') = (origin_number is not null))
) with (fillfactor = 80);
create index orders_by_date on orders (seller_id, order_date, ordinal);
create index orders_by_status on orders (seller_id, status, order_date, ordinal);
create index orders_newest on orders (order_date, seller_id, ordinal);
create index orders_due on orders (due_at, seller_id) where due_at is not null;
create index orders_due_of_seller on orders (seller_id, due_at) where due_at is not null;
create index orders_to_forget on orders (forget_customer_at, seller_id) where forget_customer_at is not null;

create table shippings (
  seller_id      bigint  not null,
  order_number   text    not null,
  shipping_code  integer not null,
  status         text    not null constraint status_is_a_shipping_state
    check (status in ('Created', 'Waiting Checkin', 'Frozen', 'approved', 'Invoiced', 'shipped', 'delivered', 'canceled')),
  status_at      bigint  not null,
  platform_id    text    not null,
  service_id     text    not null,
  service_name   text    not null,
  country        text    not null,
  freight_cents  bigint  not null,
  delivery_days  integer not null,
  estimate_at    bigint  not null,
  carrier_id     text,
  -- Invoiced, shipped and delivered by the fulfilment operator.
  fulfillment    boolean not null,
  transport      text    not null,
  invoice        text,
  cancellation   text,
  -- The items' facts; their ids count from first_item_id on.
  items          text    not null,
  first_item_id  integer not null,
  exchange_orders text   not null default '[]',
  due_at         bigint,
  due_move       text,
  primary key (seller_id, order_number, shipping_code),
  constraint shipping_due_iff_a_move_is_due check ((due_at is null) = (due_move is null)),
  constraint invoice_iff_invoiced check ((invoice is not null) = (status in ('Invoiced', 'shipped', 'delivered'))),
  constraint canceled_iff_reason check ((cancellation is not null) = (status = 'canceled'))
) with (fillfactor = 80);
create index shippings_due on shippings (due_at, seller_id) where due_at is not null;
create index shippings_due_of_seller on shippings (seller_id, due_at) where due_at is not null;

-- Who of the marketplace's people saw whom an order is for, and why.
create table customer_accesses (
  seller_id    bigint  not null,
  order_number text    not null,
  -- 1, 2, 3... of its order.
  nth          integer not null,
  at           bigint  not null,
  actor        text    not null,
  role         text    not null,
  reason       text    not null,
  request_id   text    not null,
  primary key (seller_id, order_number, nth)
);

-- One invoice serves one shipping in the whole marketplace, whoever sells: looked up by its access key alone.
create table invoice_keys (
  access_key    text    not null primary key,
  seller_id     bigint  not null,
  order_number  text    not null,
  shipping_code integer not null
);

-- The invoices themselves, apart from everything else: sealed, deflated XML as it goes into archives.
create table invoice_documents (
  seller_id     bigint  not null,
  order_number  text    not null,
  shipping_code integer not null,
  access_key    text    not null,
  document      bytea   not null,
  crc32         bigint  not null,
  size_bytes    integer not null,
  at            bigint  not null,
  fulfillment   boolean not null,
  primary key (seller_id, order_number, shipping_code)
);
alter table invoice_documents alter column document set storage external;
-- Archives are read in this order, page after page.
create index invoice_documents_of_fulfillment on invoice_documents (seller_id, at, order_number, shipping_code) where fulfillment;

-- Products that the fulfilment operator keeps: orders of them alone are its to invoice, ship and deliver.
create table fulfillment_enrolments (
  seller_id bigint not null,
  sku       text   not null,
  at        bigint not null,
  actor     text   not null,
  primary key (seller_id, sku)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['orders', 'shippings', 'customer_accesses', 'invoice_documents', 'fulfillment_enrolments'] loop
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
