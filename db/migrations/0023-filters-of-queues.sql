-- concurrently
create index concurrently product_changes_set_aside on product_changes (created_at, seller_id, change_id) where due_at is null and attempts >= 5;
create index concurrently product_changes_open_of_seller_by_date on product_changes (seller_id, created_at, change_id) where decided_at is null;
create index concurrently product_changes_closed_of_seller on product_changes (seller_id, decided_at, change_id) where decided_at is not null;
create index concurrently review_claims_due_of_brand on review_claims (brand, due_at, seller_id, sku, change_id);
create index concurrently review_claims_by_risk_of_brand on review_claims (brand, risk desc, due_at, seller_id, sku, change_id);
create index concurrently review_claims_due_of_seller_and_brand on review_claims (seller_id, brand, due_at, sku, change_id);
