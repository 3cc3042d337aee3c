-- What was signed for tron before the restore can be taken into a block for two hours (VALID_MS), whoever holds it: its
-- network has told what left only by a block that is younger still (rulebook 13.35).
create or replace function may_have_left(from_place text, of_asset text, asked_at timestamptz) returns boolean language sql stable as $$
  select exists (select from deployment d where asked_at < d.restored_at and case split_part(from_place, ':', 1)
    when 'custody' then not exists (select from chain_cursor c join chain_block b on b.network = c.network and not b.orphaned
        and b.height = least(c.height, coalesce(c.agreed_height, c.height))
          - case c.network when 'bitcoin' then 2 when 'bitcoincash' then 6 when 'eth' then 12 else 20 end + 1
      where c.network = split_part(from_place, ':', 2) and b.block_time >= coalesce(d.restored_clock, d.restored_at)
        + case c.network when 'tron' then interval '2 hours' else interval '0' end)
    when 'venue' then not exists (select from venue_watch w
      where w.venue = split_part(from_place, ':', 2) and w.answered_at >= d.restored_at)
    when 'bank' then not exists (select from bank_statement s
      where s.place = from_place and s.asset = of_asset and s.closed_at >= d.restored_at)
    else false end)
$$;
