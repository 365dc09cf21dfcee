-- concurrently
create index concurrently product_changes_set_aside on product_changes (created_at, seller_id, change_id) where due_at is null and attempts >= 5;
