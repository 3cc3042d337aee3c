-- What was asked for in the first edition and waits still was asked under its rules, by which one of the account alone
-- decided what the house decides now: it lapses, and whoever still wants it asks again. Nothing was reserved for it then.
alter table approval disable trigger user;
update approval set expires_at = greatest(asked_at + interval '1 microsecond', business_now())
where status = 'PENDING' and expires_at > business_now()
  and made_at <= (select finished_at from _prisma_migrations where migration_name = '20261122090200_two_persons');
alter table approval enable trigger user;
