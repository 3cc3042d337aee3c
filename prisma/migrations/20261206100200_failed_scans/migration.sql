-- Scans of a network that failed in turn, since the last that did not (rulebook 13.24).
create function failed_scans(of_network text) returns table (tries bigint, since timestamptz, ended_at timestamptz, fault text) language sql stable as $$
  select count(*), min(s.asked_at), max(s.ended_at), (array_agg(s.fault order by s.asked_at desc, s.id desc))[1] from custody_scan s
  where s.network = of_network and s.status = 'FAILED' and s.asked_at >= coalesce((select max(d.asked_at) from custody_scan d
    where d.network = of_network and d.status in ('DONE', 'ABORTED')), '-infinity')
  having count(*) > 0
$$;
