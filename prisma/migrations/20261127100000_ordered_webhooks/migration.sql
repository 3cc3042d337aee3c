-- An endpoint may ask for the events of one object one at a time, each after the one before it was taken or given up.
alter table webhook_endpoint add column ordered boolean not null default false;
