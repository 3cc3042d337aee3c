-- name: writeState
insert into chain_state (network, state, sentence, failure, since) values (:network, :state, :sentence, :failure?::jsonb, business_now())
on conflict (network) do update set state = excluded.state, sentence = excluded.sentence, failure = excluded.failure,
  since = case when chain_state.state = excluded.state then chain_state.since else excluded.since end

-- name: readChains
select coalesce(c.network, s.network) as "network!", s.state, s.sentence, s.failure, s.since, c.height, c.head_height, c.agreed_height,
  c.final_height, c.scanned_at, c.paused_reason, c.paused_failure, coalesce((
    select jsonb_agg(jsonb_build_array(r.first, r.last) order by r.first) from chain_range r where r.network = c.network
  ), '[]') as "ranges!"
from chain_cursor c full join chain_state s on s.network = c.network order by 1
