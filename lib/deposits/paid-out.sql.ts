// Written from paid-out.sql and the database's own description by `node .config/statements.ts`.
import { command } from "#lib/kernel/statement.ts";

type MovePaidOutValues = {
  amount: bigint | string;
  fromPending: boolean;
  depositId: string;
};
export const movePaidOut = command<MovePaidOutValues>({
  text: () => `update deposit set paid_out_units = paid_out_units + $1::numeric,
  pending_units = pending_units - case when $2 then $1::numeric else 0 end,
  unconverted_units = unconverted_units - case when $2 then 0 else $1::numeric end,
  status = case when $2 and status = 'HELD' and pending_units = $1::numeric then 'DECLINED' else status end,
  updated_at = business_now()
where id = $3::uuid`,
  values: ["amount", "fromPending", "depositId"],
});

type MoveReservedValues = {
  amount: bigint | string;
  depositId: string;
};
export const moveReserved = command<MoveReservedValues>({
  text: () =>
    `update deposit set reserved_units = reserved_units + $1::numeric, updated_at = business_now() where id = $2::uuid`,
  values: ["amount", "depositId"],
});

type PayReservedValues = {
  amount: bigint | string;
  fromPending: boolean;
  depositId: string;
};
export const payReserved = command<PayReservedValues>({
  text: () => `update deposit set reserved_units = reserved_units - $1::numeric, paid_out_units = paid_out_units + $1::numeric,
  pending_units = pending_units - case when $2 then $1::numeric else 0 end,
  unconverted_units = unconverted_units - case when $2 then 0 else $1::numeric end, updated_at = business_now()
where id = $3::uuid`,
  values: ["amount", "fromPending", "depositId"],
});
