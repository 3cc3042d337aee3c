-- Readers of the outbox go by (tx, seq). A transaction has its number from its first write, not from its end: one that had
-- written elsewhere before it waited for an object's lock told of it under a lower number than what was told before, so that
-- a later record of the object was read first. An event stands under no lower number than the one before it of its object.
-- That is behind no reader: one has passed a number only once every transaction up to it has ended, this one among them. A
-- number that no transaction of this server has had yet, as in a dump of another, is no bound.
create function event_in_turn() returns trigger language plpgsql as $$
begin
  new.tx := greatest(new.tx, (select e.tx from event e where e.object_id = new.object_id and e.sequence = new.sequence - 1
    and e.tx < pg_snapshot_xmax(pg_current_snapshot())));
  return new;
end $$;
-- An object's first follows none: what makes bills pays nothing for it.
create trigger event_in_turn before insert on event for each row when (new.sequence > 1) execute function event_in_turn();
