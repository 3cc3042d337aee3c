import pg from "pg";
import type { World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";

/** Business time that stands still, to the millisecond, until it is set again. */
export type FrozenClock = {
  set(at: Date): Promise<void>;
  /** Epoch milliseconds, with a price of that moment, in EUR for a bitcoin. */
  at(ms: number, bid?: string): Promise<void>;
  end(): Promise<void>;
};

export async function frozenClock(
  world: Pick<World, "databaseUrl"> & { price(base: "BTC", quote: "EUR", bid: string): Promise<unknown> },
): Promise<FrozenClock> {
  const owner = new pg.Client(world.databaseUrl);
  await owner.connect();
  await owner.query(`create table frozen_clock as select business_now() as at; grant select on frozen_clock to public;
    create or replace function business_now() returns timestamptz language sql stable as 'select at from public.frozen_clock'`);
  const set = async (at: Date) => void (await owner.query("update frozen_clock set at = $1", [at]));
  return {
    set,
    async at(ms, bid = "60000") {
      await set(new Date(ms));
      await world.price("BTC", "EUR", bid);
    },
    end: () => owner.end(),
  };
}

/** A bill of this fiat, paid in full and sold: the account has it. */
export async function creditFiat(world: World, fiat: string): Promise<void> {
  const bill = await world.bill({ fiatReceivable: Decimal.from(fiat) });
  await world.pay(bill, bill.quantity);
}
