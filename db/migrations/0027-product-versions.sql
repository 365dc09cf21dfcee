-- What products were before each edit. What a product is now is in products.
create table product_versions (
  seller_id   bigint  not null,
  sku         text    not null,
  -- The last version of the product that had this content.
  version     integer not null,
  replaced_at bigint  not null,
  core        text    not null,
  images      text    not null,
  attributes  text    not null,
  primary key (seller_id, sku, version)
);
alter table product_versions enable row level security;
alter table product_versions force row level security;
create policy seen_sellers on product_versions using ((select current_setting('vitrine.sellers', true) = '*')
  or seller_id = any ((select nullif(nullif(current_setting('vitrine.sellers', true), '*'), '')::bigint[])::bigint[]));
