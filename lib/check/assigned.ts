/** What came to an address of no bill and was assigned to an account is a deposit of it, and nothing else has its output. */
export const ASSIGNED_RULE = {
  name: "what was assigned of crypto is a deposit, kept as it is or sold by conversions alone",
  sql: `select coalesce(d.id, r.id)::text from (select * from resolution where kind = 'ASSIGN' and reversed_at is null and not is_fiat(asset)) r
      full join (select * from deposit d where d.stray_id is not null and d.times_confirmed > d.times_reversed) d on d.stray_id = r.subject_id
      where d.bill_id is distinct from r.bill_id or d.quantity_units <> r.units or d.status is distinct from 'CREDITED' or not is_assigned(d)
    union all select d.id::text from deposit d join fill f on f.deposit_id = d.id and f.method <> 'CONVERSION' where d.stray_id is not null
    union all select d.id::text from deposit d join stray_deposit s using (network, tx_hash, output_index, variant) where d.stray_id is distinct from s.id`,
};

/**
 * What a block has brought is in the books once: as a deposit of a bill, for none, as what a move brings, or as what came back
 * of what left. Triggers hold it for new rows; what an earlier release has written twice stands until a person sees it here.
 */
export const ONCE_RULE = {
  name: "what a block has brought is in the books once",
  sql: `select network || ' ' || tx_hash || ':' || output_index || ' ' || string_agg(as_what, ' and ' order by as_what) from (
      select network, tx_hash, output_index, 'as a deposit' as as_what from deposit where block_hash is not null and stray_id is null
      union all select network, tx_hash, output_index, 'for no bill' from stray_deposit where block_hash is not null
      union all select network, tx_hash, output_index, 'by a move' from move_arrival where block_hash is not null
      union all select o.network, o.tx_hash, p.output_index, 'as change' from outgoing o join outgoing_output p on p.outgoing_id = o.id and p.own
        where o.block_hash is not null) came
    group by network, tx_hash, output_index having count(*) > 1`,
};

/** What persons have said of what stood unassigned, for it came, or missing, for it left: it stands there no more. */
export function resolved(side: "CAME" | "LEFT", of: string): string {
  const kinds = side === "CAME" ? "'OWN', 'ASSIGN', 'RETURN'" : "'WRITE_OFF'";
  return `select r.asset, -r.units as units from resolution r where r.kind in (${kinds}) and r.subject <> 'MOVE' and r.reversed_at is null and ${of}`;
}
