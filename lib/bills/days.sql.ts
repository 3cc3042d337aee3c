// Written from days.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type CloseDaysValues = {
  most: number;
};
type CloseDaysRow = {
  closed: number;
};
export const closeDays = query<CloseDaysValues, CloseDaysRow>({
  text: () => `select close_bill_days($1::integer) as "closed"`,
  values: ["most"],
});
