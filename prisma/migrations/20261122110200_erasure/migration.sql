-- A person who asked to be forgotten: name and address are gone, the id stays, since books and audit record refer to it.
alter table staff_user add column erased_at timestamptz;
alter table staff_user add check (erased_at is null or (password_hash is null and disabled_at is not null));
