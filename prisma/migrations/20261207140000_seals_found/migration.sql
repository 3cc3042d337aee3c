-- What the sealing of each round looks for, however many seals there are: how far the old ones reach, and the few made since.
-- A seal is made every two seconds at most, so that they cost no deed anything.
create index audit_seal_reach on audit_seal (upper(lines));
create index audit_seal_time on audit_seal (sealed_at);
