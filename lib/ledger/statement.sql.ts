// Written from statement.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

type BalancesOfValues = {
  accountId: string;
};
type BalancesOfRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  kind: string;
  balance: Decimal;
};
export const balancesOf = query<BalancesOfValues, BalancesOfRow>({
  text: () => `select asset, split_part(code, ':', 3) as "kind", balance from ledger_account
where account_id = $1::uuid order by asset`,
  values: ["accountId"],
});
