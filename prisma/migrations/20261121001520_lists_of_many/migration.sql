-- Lists of many bills: sorted by expiry, and the few that are open or labelled among the many that ended.
create index bill_by_expiry on bill (account_id, expires_at desc, id desc);
create index bill_moving on bill (account_id, created_at desc, id desc) where deposits_processing or deposits_unconfirmed;
create index bill_labelled on bill (account_id, created_at desc, id desc) where labels <> '{}';
