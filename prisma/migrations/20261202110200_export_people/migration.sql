-- Whoever ordered a file, by their id: a name is free again once its bearer has left. Of files that are there the name alone is known.
alter table export_job add column created_user_id uuid references staff_user;
