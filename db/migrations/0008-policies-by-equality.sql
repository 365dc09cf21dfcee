-- Row-level security asks every row that a statement looks at: comparing a number costs a third of comparing arrays.
-- The meaning is the same: '*' sees all sellers, a list sees its own, and nothing is seen by whoever said nothing.
do $$
declare
  owned record;
begin
  for owned in select tablename from pg_policies where schemaname = current_schema() and policyname = 'seen_sellers' loop
    execute format('drop policy seen_sellers on %I', owned.tablename);
    execute format(
      'create policy seen_sellers on %I using ((select current_setting(''vitrine.sellers'', true) = ''*'') '
      'or seller_id = any ((select nullif(nullif(current_setting(''vitrine.sellers'', true), ''*''), '''')::bigint[])::bigint[]))',
      owned.tablename
    );
  end loop;
end
$$;
