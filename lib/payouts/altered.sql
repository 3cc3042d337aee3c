-- name: alteredPayouts
-- Payouts that the record does not have as they are: how much, of what, whose, and where to, as it was put on the list or given
-- by a payer. What was asked for before the record had it in such words is none of them.
select o.id from payout o left join beneficiary b on b.id = o.beneficiary_id left join refund_link l on l.id = o.refund_link_id
left join lateral (select account_id, detail from audit where object_kind = 'payout' and object_id = o.id::text and action = 'payout.request' limit 1) a on true
left join lateral (select account_id, detail from audit where object_kind = 'beneficiary' and object_id = b.id::text and action = 'beneficiary.make' limit 1) m on true
where o.id = any(:ids::uuid[]) and (a.account_id <> o.account_id or (a.detail ->> 'quantity')::numeric <> amount_of(o.quantity_units, o.asset)
  or a.detail ->> 'asset' <> split_part(o.asset, '@', 1) or a.detail ->> 'networkType' <> split_part(o.asset, '@', 2)
  or a.detail ->> 'reference' <> o.reference or a.detail ->> 'beneficiaryId' <> o.beneficiary_id::text or a.detail ->> 'place' <> l.address
  or b.id is not null and ((m.account_id, m.detail ->> 'asset', m.detail ->> 'place', m.detail ->> 'name')
      is distinct from (b.account_id, b.asset, place_of(b), b.name) or m.detail ->> 'bic' <> coalesce(b.bic, '')))
order by o.id
