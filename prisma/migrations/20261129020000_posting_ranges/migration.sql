-- Between which instants the postings of a range of ids were made, so that a balance of any instant is the running balance
-- of one posting and what few others came near it (rulebook 8.12). No sum is kept here: money stands in the ledger alone.
-- `latest` is of all postings up to the range's end. Ranges follow on each other from 0 without a gap: none between two
-- others can go. What no range covers yet is read posting by posting.
create table posting_range (
  last_id bigint primary key,
  after_id bigint unique references posting_range,
  earliest timestamptz not null,
  latest timestamptz not null,
  check (after_id < last_id)
);
create index posting_range_latest on posting_range (latest, last_id);
insert into posting_range (last_id, earliest, latest) values (0, 'infinity', '-infinity');

-- Ids are given out before they are committed: a range is summed up once every transaction has ended that may still enter a
-- posting of it, which are those that had begun when `upto` was seen.
create table posting_reach (
  upto bigint not null,
  seen xid8 not null default pg_current_xact_id()
);
create unique index posting_reach_once on posting_reach ((true));

-- Sums up at most so many ranges of so many ids each; answers how many.
create function extend_posting_ranges(size integer, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reach posting_reach;
  last posting_range;
  made integer := 0;
begin
  select * into last from posting_range order by last_id desc limit 1;
  if not exists (select 1 from posting_reach) then
    if pg_current_xact_id_if_assigned() is not null then
      raise exception 'ranges of postings are extended before anything is written' using errcode = 'check_violation';
    end if;
    insert into posting_reach (upto) select max(id) from posting having max(id) >= last.last_id + size on conflict do nothing;
    return 0;
  end if;
  select * into reach from posting_reach for update skip locked;
  if not found then
    return 0;
  end if;
  -- Seen in a server that this database no longer runs in.
  if reach.seen > pg_current_xact_id() then
    delete from posting_reach;
    return 0;
  end if;
  if reach.seen >= pg_snapshot_xmin(pg_current_snapshot()) then
    return 0;
  end if;
  select * into last from posting_range order by last_id desc limit 1;
  while made < most and last.last_id + size <= reach.upto loop
    insert into posting_range as r (last_id, after_id, earliest, latest)
    select last.last_id + size, last.last_id, coalesce(min(t.at), 'infinity'), greatest(last.latest, max(t.at))
    from posting p join ledger_transaction t on t.id = p.transaction_id
    where p.id > last.last_id and p.id <= last.last_id + size
    returning * into last;
    made := made + 1;
  end loop;
  if last.last_id + size > reach.upto then
    delete from posting_reach;
  end if;
  return made;
end $$;
