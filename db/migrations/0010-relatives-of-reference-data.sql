-- concurrently
-- What a change of reference data can be at odds with is found by index, however much there is and however many changes wait.
create index concurrently reference_items_values on reference_items using gin (item jsonb_path_ops) with (fastupdate = off);
create index concurrently reference_changes_waiting_values on reference_changes using gin (item jsonb_path_ops) with (fastupdate = off)
  where version is null;
create index concurrently reference_changes_waiting_of_entry on reference_changes (list, code, effective_at, change_id)
  where version is null;
