-- Which sellers an application works for.
create index credentials_of_application on credentials (client_id, seller_id);
