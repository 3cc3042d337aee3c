import { randomUUID } from "node:crypto";
import { ONE } from "./running.fixture.ts";

/** Nobody's id. */
export const STRANGER = "01900000-0000-7000-8000-000000000009";
export const MOVE = "01900000-0000-7000-8000-00000000000a";

/** What came for a bill is booked as brought by a move as well. */
export const TWICE = `insert into move_arrival (id, move_id, network, tx_hash, output_index, script, asset, units, block_height, block_hash, seen_at)
  select gen_random_uuid(), '${MOVE}', network, tx_hash, output_index, 'x', asset, quantity_units, block_height, block_hash, now()
  from deposit where block_hash is not null and stray_id is null limit 1`;

/** A person's word on what came to an address of no bill. */
export const RESOLVED = (kind: string, asset: string, reversed = "null") =>
  `insert into resolution (id, kind, subject, subject_id, asset, units, note, made_by, made_at, reversed_at)
    values ('${STRANGER}', '${kind}', 'DEPOSIT', '${STRANGER}', '${asset}', 1, 'x', 'x', now(), ${reversed})`;

/** A deposit of a bill as it would stand, had it come to an address of no bill and been assigned to that bill. */
export const ASSIGNED = `create temp table given on commit drop as select d.* from deposit d join bill b on b.id = d.bill_id and b.asset = d.asset
    where d.times_confirmed > d.times_reversed order by d.id limit 1;
  insert into stray_deposit (id, address_id, network, tx_hash, output_index, asset, quantity_units, status, confirmations_required,
      times_confirmed, created_at, updated_at)
    select '${MOVE}', (select id from deposit_address limit 1), network, tx_hash, output_index, asset, quantity_units, 'CONFIRMED', 1,
      times_confirmed, now(), now() from given;
  insert into resolution (id, kind, subject, subject_id, asset, units, bill_id, account_id, note, made_by, made_at)
    select '${STRANGER}', 'ASSIGN', 'DEPOSIT', '${MOVE}', asset, quantity_units, bill_id, account_id, 'x', 'x', now() from given;
  update deposit set stray_id = '${MOVE}', status = 'CREDITED' where id = (select id from given);
  delete from fill where deposit_id = (select id from given)`;
export const ANOTHER = ASSIGNED.replaceAll("given", "other")
  .replace("limit 1", "offset 1 limit 1")
  .replaceAll(MOVE, randomUUID())
  .replaceAll(STRANGER, randomUUID());
/** The first fill is said to be of that deposit. */
export const FILLED = (method: string) =>
  `update fill set deposit_id = (select id from given), method = '${method}' where ${ONE("fill")}`;
