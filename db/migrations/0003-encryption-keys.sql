-- A text that everybody knows, sealed with each key that ever sealed something here: whoever cannot open all of them would
-- write what the others cannot read, and does not start.
create table encryption_keys (
  -- 1, 2, 3... in the order they came: of two processes that bring a first key only one is the first.
  nth     integer not null primary key,
  key_id  text    not null unique,
  sealed  bytea   not null
);
