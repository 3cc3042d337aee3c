-- Which account of ours sent a token: what it has sent is no longer there to be spent again (rulebook 13.7). Outputs of
-- bitcoin and bitcoincash name none. What was prepared here names its account, what was seen on eth before its sender;
-- where neither tells, the node alone says what an account has.
alter table outgoing_input add column script text;
update outgoing_input i set script = h.script from outgoing o
join prepared_transaction p on p.network = o.network and p.tx_hash = o.tx_hash
join prepared_input h on h.prepared_id = p.id and h.n = 0
where i.outgoing_id = o.id and o.network in ('eth', 'tron');
update outgoing_input i set script = substr(split_part(o.spends[1], ':', 1), 3) from outgoing o
where i.outgoing_id = o.id and i.script is null and o.network = 'eth' and cardinality(o.spends) = 1
  and exists (select from deposit_address a where a.network = 'eth' and a.script = substr(split_part(o.spends[1], ':', 1), 3));
create index outgoing_input_script on outgoing_input (script, asset) where script is not null;
