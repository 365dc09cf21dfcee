-- concurrently
create index concurrently reference_changes_made on reference_changes (made_at, change_id);
