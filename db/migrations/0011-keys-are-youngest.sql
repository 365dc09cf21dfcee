-- While a table has no statistics every way to a row costs the same, and of equals PostgreSQL takes the youngest index: that shall be the
-- key, by which rows are looked up one by one. Another one would read all rows of a seller, until the first statistics come.
do $$
declare
  keyed record;
begin
  for keyed in
    select c.conrelid::regclass as owner, c.conname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c
     where c.contype = 'p' and c.conrelid in ('products'::regclass, 'families'::regclass, 'orders'::regclass)
  loop
    if pg_relation_size(keyed.owner) = 0 then
      execute format('alter table %s drop constraint %I, add constraint %I %s', keyed.owner, keyed.name, keyed.name, keyed.definition);
    end if;
  end loop;
end
$$;
