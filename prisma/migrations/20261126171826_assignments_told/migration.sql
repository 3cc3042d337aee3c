-- What an account is told of fiat that was found to be its own (rulebook 13.32): neither the house's note nor whose line it was.
create function assignment_json(r resolution) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(a))::text from (
    select r.id as "resolutionId", r.asset as "asset", amount_of(r.units, r.asset) as "quantity",
      epoch_ms(r.made_at) as "assignedAt", epoch_ms(r.reversed_at) as "takenBackAt"
    from (select) it) a
$$;
