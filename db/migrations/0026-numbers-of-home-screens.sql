-- concurrently
create index concurrently products_unapproved on products (seller_id, status, ordinal) where status <> 'APPROVED';
create index concurrently products_approved on products (seller_id, ordinal) where status = 'APPROVED';
create index concurrently orders_frozen on orders (status_at, seller_id, ordinal) where status = 'Frozen';
create index concurrently shippings_open_of_seller on shippings (seller_id, status, estimate_at, order_number, fulfillment, platform_id)
  where status in ('Waiting Checkin', 'approved', 'Invoiced', 'shipped');
create index concurrently shippings_late on shippings (estimate_at, seller_id, order_number) where status in ('approved', 'Invoiced', 'shipped');
create index concurrently notification_endpoints_failing on notification_endpoints (failing_since, seller_id, endpoint_id)
  where failing_since is not null and status = 'enabled';
create index concurrently notification_endpoints_disabled on notification_endpoints (seller_id, endpoint_id) where status = 'disabled';
