import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { accountOf } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";

let world: World;
let account: string;
let depositId: string;
let key: string;
let trade: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  account = accountOf(world.ctx).id;
  await world.price("BTC", "EUR", "60000");
  const bill = await world.bill({ strategy: "ACA", fiatReceivable: Decimal.from("100") });
  await world.pay(bill, bill.quantity);
  const [row] = await world.ctx.db.$queryRawUnsafe<{ id: string; key: string }[]>(
    "select id, network || ':' || tx_hash || ':' || output_index || ':1:' as key from deposit limit 1",
  );
  [depositId, key] = [row?.id ?? "", row?.key ?? ""];
  const [sold] = await world.ctx.db.$queryRawUnsafe<{ trade: string }[]>(
    "select venue || ':' || trade_id as trade from venue_trade limit 1",
  );
  trade = sold?.trade ?? "";
  await changeSettings(world.ctx, { secondPerson: "always" });
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

type Line = readonly [code: string, asset: string, debit: number];
type Entry = { event: string; effectKey?: string; deposit?: string | null; of?: string | null; lines: readonly Line[] };

/** Written as the application's role writes, and rolled back where it is let through. */
async function write({ event, effectKey = randomUUID(), deposit = null, of = account, lines }: Entry): Promise<void> {
  const client = await world.app.database.pool.connect();
  const id = randomUUID();
  try {
    await client.query("begin");
    await client.query(
      "insert into ledger_transaction (id, effect_key, event, account_id, deposit_id, at) values ($1, $2, $3, $4, $5, now())",
      [id, effectKey, event, of, deposit],
    );
    for (const [code, asset, debit] of lines)
      await client.query(
        "select enter_postings(array[$1]::uuid[], array[code], array[asset], array[$4]::numeric[]) from ledger_account where code = $2 and asset = $3",
        [id, code, asset, debit],
      );
    await client.query("set constraints all immediate");
  } finally {
    await client.query("rollback");
    client.release();
  }
}
const available = () => `acc:${account}:available`;
const pending = () => `acc:${account}:pending`;
const gift = (): Line[] => [
  ["house:book", "EUR", 500],
  [available(), "EUR", -500],
];

/** The venue's money out of the books. */
const costs = (code = "house:book"): Line[] => [
  [code, "EUR", 500],
  ["venue:sandbox", "EUR", -500],
];

test.each<[string, () => Entry]>([
  ["of an event nobody named", () => ({ event: "gift", lines: gift() })],
  ["of a sale without its fill", () => ({ event: "deposit.sold", deposit: depositId, lines: gift() })],
  ["of the house that gives an account something", () => ({ event: "result.swept", of: null, lines: gift() })],
  ["of the house in an account's name", () => ({ event: "result.swept", lines: gift() })],
  ["of a payout that is none", () => ({ event: "payout.fiat", effectKey: `payout:${randomUUID()}`, lines: gift() })],
  ["of a conversion that is none", () => ({ event: "invoice.locked", lines: gift() })],
  ["of a trade that is none", () => ({ event: "venue.filled", of: null, effectKey: "sandbox:t", lines: costs() })],
  [
    "of a trade that says less",
    () => ({ event: "venue.fee", of: null, effectKey: `${trade}:fee`, lines: costs("house:result") }),
  ],
  ["of fractions that are none", () => ({ event: "fractions.swept", of: null, lines: costs("house:result") })],
  ["of fees in fiat", () => ({ event: "fees.swept", of: null, lines: costs() })],
  ["of a result that a venue gives", () => ({ event: "result.swept", of: null, lines: costs() })],
  [
    "of a deposit that gives fiat",
    () => ({ event: "deposit.kept", effectKey: `${key}kept`, deposit: depositId, lines: gift() }),
  ],
  ["of a deposit under another's key", () => ({ event: "deposit.kept", deposit: depositId, lines: crypto(1) })],
  [
    "of more than the deposit",
    () => ({ event: "deposit.confirmed", effectKey: `${key}kept`, deposit: depositId, lines: crypto(100_000_000) }),
  ],
])("a balanced entry %s is refused", async (_name, entry) => {
  await expect(write(entry())).rejects.toThrow(/nothing explains it/);
});
const crypto = (units: number): Line[] => [
  ["custody:bitcoin", "BTC", units],
  [pending(), "BTC", -units],
];

test("one that its deposit explains is not; and every entry that the program has made is explained", async () => {
  await write({ event: "deposit.confirmed", effectKey: `${key}kept`, deposit: depositId, lines: crypto(1) });
  const rows = await world.ctx.db.$queryRawUnsafe<{ event: string; explained: boolean }[]>(
    "select event, is_explained(t) as explained from ledger_transaction t",
  );
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.filter(({ explained }) => !explained)).toEqual([]);
});
