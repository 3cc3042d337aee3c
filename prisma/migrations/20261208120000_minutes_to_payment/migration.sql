-- Minutes from a bill's expiry to its first payment that stands, rounded up: 0 is the last minute in time, 1 the first that is
-- late; null without one. A customer's page counts bills by it, and the list of payments is filtered by it.
create function minutes_to_payment(b bill) returns integer language sql stable as $$
  select ceil(extract(epoch from min(d.first_seen) - b.expires_at) / 60)::integer from deposit d
  where d.bill_id = b.id and not d.wrong_asset and not d.dust and d.status not in ('DROPPED', 'DECLINED')
$$;
