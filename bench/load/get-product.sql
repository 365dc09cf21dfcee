\set g 5 * random(0, :fifth - 1) + random(0, 3)
\set seller case when :g < :half then 1 else 2 + mod(:g - :half, 99) end
\set sku 10000000 + :g
select core from products where seller_id = :seller and sku = :sku;
