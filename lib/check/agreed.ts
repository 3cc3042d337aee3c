import type { CheckRule } from "./store.ts";

/** What leaves and who may ask for it, held against the very words that two persons have agreed to. */
export const AGREED_RULES: readonly CheckRule[] = [
  {
    name: "a payout and a move are what two persons agreed to",
    sql: `select 'payout ' || o.id || ': ' || amount_of(o.quantity_units, o.asset) || ' ' || o.asset || ' against ' || concat_ws(' ', p.request ->> 'quantity', p.request ->> 'asset')
      from payout o join approval p on p.id = o.approval_id
      where (p.request ->> 'quantity')::numeric is distinct from amount_of(o.quantity_units, o.asset)
        or p.request ->> 'asset' is distinct from split_part(o.asset, '@', 1)
        or coalesce(p.request ->> 'networkType', split_part(o.asset, '@', 2)) <> split_part(o.asset, '@', 2)
        or p.request ->> 'reference' is distinct from o.reference or p.account_id <> o.account_id
        or coalesce(p.request ->> 'payoutId', o.id::text) <> o.id::text
        or p.request ->> 'beneficiaryId' is distinct from o.beneficiary_id::text
      union all select 'move ' || m.id || ': ' || amount_of(m.quantity_units, m.asset) || ' ' || m.asset || ' against ' || concat_ws(' ', p.request ->> 'quantity', p.request ->> 'asset')
      from move m join approval p on p.id = m.approval_id where not p.request @> jsonb_strip_nulls(jsonb_build_object('moveId', m.id::text,
        'kind', m.kind, 'from', m.from_place, 'to', m.to_place, 'asset', split_part(m.asset, '@', 1),
        'quantity', amount_of(m.quantity_units, m.asset)::text, 'destinationId', m.destination_id::text, 'address', m.address))
        or (p.request ->> 'from', p.request ->> 'to') is distinct from (m.from_place, m.to_place)`,
  },
  {
    name: "a move is what was asked for",
    sql: `select m.id || ': ' || amount_of(m.quantity_units, m.asset) || ' ' || m.asset || ' against ' || concat_ws(' ', a.detail ->> 'quantity', a.detail ->> 'asset')
      from move m left join audit a on a.object_kind = 'move' and a.object_id = m.id::text and a.action in ('move.draft', 'move.request')
      where (a.detail ->> 'quantity')::numeric is distinct from amount_of(m.quantity_units, m.asset)
        or (a.detail ->> 'kind', a.detail ->> 'from', a.detail ->> 'to', a.detail ->> 'asset') is distinct from (m.kind, m.from_place, m.to_place, m.asset)`,
  },
  {
    name: "a key works from where and as long as was agreed to, and not once it was ended",
    sql: `select k.id || ' of ' || array_to_string(k.ip_allow, ', ') || ' until ' || coalesce(least(k.expires_at, k.revoked_at)::text, 'it is ended') from api_key k
      left join approval p on p.id = k.approval_id
      left join audit a on a.object_kind = 'key' and a.object_id = k.id and a.action = 'key.create' and a.detail ? 'ipAllow'
      where coalesce(a.detail, p.request) ->> 'ipAllow' <> array_to_string(k.ip_allow, ', ')
        or nullif(coalesce(a.detail, p.request) ->> 'expiresAt', '')::timestamptz < coalesce(k.expires_at, 'infinity')
        or (a.detail ->> 'rate')::integer <> k.rate_per_second or a.detail -> 'makers' <> to_jsonb(k.maker_user_ids)
        or a.detail ->> 'publicKey' <> coalesce(encode(k.public_key, 'base64'), '')
        or exists (select from audit e where e.object_kind = 'key' and e.object_id = k.id and k.revoked_at is null
          and (e.action = 'key.revoke' or e.action = 'key.rotate' and (k.expires_at is null
            or is_live() and k.expires_at > e.at + (e.detail ->> 'overlapMs')::bigint * interval '1 millisecond' + interval '10 minutes')))
        or k.mode <> (select mode from deployment) or p.status <> 'APPROVED' and not k.waiting and k.revoked_at is null`,
  },
];
