-- Who did what to which kind of object, so that each stands in the pick-lists once: they are found by steps of this index,
-- one for each, however many lines an account's record has.
create index audit_kinds on audit (account_id, action, object_kind, actor);
