-- What a list says of an order, ready to be sent. Nothing is filled in: an order has its summary from its next change on, and is put
-- together from its columns until then, as it is while the version before this one still changes orders and knows of no summary.
alter table orders
  add column summary text,
  add column summary_version integer,
  alter column summary set storage main,
  set (toast_tuple_target = 8160);
