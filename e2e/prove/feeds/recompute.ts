import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import { accountOf } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { setMarketPrice } from "#lib/sandbox/market-controls.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";

type Inputs = { bid: string; spreadBps: number; explicitFeeBps: number; samples: { bid: string }[] };
type Promised = {
  id: string;
  inputs: Inputs;
  price: string;
  fee_model: string;
  strategy: string;
  asset: string;
  fiat: string;
  fiat_units: string;
  quantity_units: string;
  fee_units: string;
};

/** Makes random bills and quotes in a sandbox, then recomputes each from what the database keeps of it. Answers what differs. */
export async function recomputeAll(chance: Chance, bills: number, quotes: number): Promise<string[]> {
  const world = await openWorld();
  try {
    for (let made = 0; made < bills; made += 1) await makeBill(world, chance, made);
    await makeQuotes(world, chance, quotes);
    const { pool } = world.app.database;
    const { id: accountId } = accountOf(world.ctx);
    const promised = await pool.query<Promised>(
      `
      select id, price_inputs as inputs, price::text, fee_model, strategy, asset, fiat, fiat_units::text, quantity_units::text, '0' as fee_units from bill where account_id = $1`,
      [accountId],
    );
    const quoted = await pool.query<Promised>(
      `
      select q.id, q.price_inputs as inputs, q.price::text, q.fee_model, 'RFQ' as strategy, c.base as asset, c.fiat, q.fiat_units::text,
        c.quantity_units::text, q.fee_units::text from quote q join conversion c on c.id = q.conversion_id where c.account_id = $1`,
      [accountId],
    );
    const counts = promised.rows.length >= bills && quoted.rows.length === quotes;
    return [
      ...(counts ? [] : [`only ${promised.rows.length} bills and ${quoted.rows.length} quotes were made`]),
      ...promised.rows.flatMap((row) => differs(row, billOf(row))),
      ...quoted.rows.flatMap((row) => differs(row, quoteOf(row))),
    ];
  } finally {
    await world.close();
  }
}

function differs(row: Promised, [price, whole]: [bigint, boolean]): string[] {
  return price === e8(row.price) && whole ? [] : [`${row.id}: ${JSON.stringify(row)} recomputed to ${price}`];
}

// From here on nothing of the program is used: prices in units of 10^-8, amounts in their smallest units.

const SCALE: Record<string, bigint> = { BTC: 8n, BCH: 8n, EUR: 2n, USD: 2n, GBP: 2n, CAD: 2n, JPY: 0n };
const unit = (asset: string): bigint => 10n ** (SCALE[asset.split("@")[0] ?? ""] ?? 6n);

/** Price, and whether the quantity is the least that still brings the fiat. */
function billOf(row: Promised): [bigint, boolean] {
  const price = priceOf(row);
  const share =
    row.fee_model === "EXPLICIT" && row.strategy !== "RAI" ? 10_000n - BigInt(row.inputs.explicitFeeBps) : 10_000n;
  const brings = (quantity: bigint) => quantity * price * share * unit(row.fiat);
  const wanted = BigInt(row.fiat_units) * 10_000n * unit(row.asset) * 10n ** 8n;
  const quantity = BigInt(row.quantity_units);
  return [price, brings(quantity) >= wanted && brings(quantity - 1n) < wanted];
}

/** Price, and whether fee and fiat are what it makes of the quantity, both rounded down. */
function quoteOf(row: Promised): [bigint, boolean] {
  const price = priceOf(row);
  const quantity = BigInt(row.quantity_units);
  const fee = row.fee_model === "EXPLICIT" ? (quantity * BigInt(row.inputs.explicitFeeBps)) / 10_000n : 0n;
  const fiat = ((quantity - fee) * price * unit(row.fiat)) / (unit(row.asset) * 10n ** 8n);
  return [price, fee === BigInt(row.fee_units) && fiat === BigInt(row.fiat_units)];
}

function priceOf({ inputs, fee_model }: Promised): bigint {
  const bids = inputs.samples.map(({ bid }) => e8(bid)).sort((a, b) => (a < b ? -1 : 1));
  const bid = ((bids[bids.length >> 1] ?? 0n) + (bids[(bids.length - 1) >> 1] ?? 0n)) / 2n;
  if (bid !== e8(inputs.bid)) return -1n;
  const rate = fee_model === "SPREAD" ? 10_000n - BigInt(inputs.spreadBps) : 10_000n;
  const exact = bid * rate;
  const wholeDigits = (exact / 10n ** 12n).toString().length;
  const places = BigInt(Math.min(8, 15 - wholeDigits));
  const cut = 10n ** (12n - places);
  return ((exact / cut) * cut) / 10_000n;
}

function e8(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * 10n ** 8n + BigInt(fraction.padEnd(8, "0"));
}

const START: Record<string, number> = { BTC: 60_000, BCH: 400, USDT: 1, USDC: 1 };

async function movePrice(
  world: World,
  chance: Chance,
  base: (typeof CRYPTOS)[number],
  quote: (typeof FIATS)[number],
): Promise<void> {
  const around = BigInt(START[base] ?? 1) * (quote === "JPY" ? 150n : 1n) * 10n ** 8n;
  const units = (around * BigInt(chance.whole(800_000, 1_200_000))) / 1_000_000n + BigInt(chance.whole(0, 99_999_999));
  const price = quote === "JPY" ? Decimal.of(units / 10n, 7) : Decimal.of(units, 8);
  await setMarketPrice(world.ctx, { base, quote, price });
}

async function makeBill(world: World, chance: Chance, made: number): Promise<void> {
  const cryptoType = chance.pick(CRYPTOS);
  const fiat = chance.pick(FIATS);
  if (made % 20 === 0) await moveRates(world, chance);
  await movePrice(world, chance, cryptoType, fiat);
  const cents = BigInt(chance.whole(100, 99_999_999));
  await requestAddress(world.ctx, {
    cryptoType,
    fiat,
    fiatReceivable: Decimal.of(cents, fiat === "JPY" ? 0 : 2),
    subaccount: `shop-${made}`,
    strategy: chance.pick(["RFQ", "RAI", "ACA"] as const),
    feeModel: chance.pick(["SPREAD", "EXPLICIT"] as const),
    ...(cryptoType === "USDT" ? { networkType: chance.pick(["eth", "tron"] as const) } : {}),
  });
}

async function moveRates(world: World, chance: Chance): Promise<void> {
  const rate = () => String(chance.whole(0, 300));
  await changeSettings(world.ctx, { spreadBps: rate(), explicitFeeBps: rate() });
}

const RETAINED = ["0.0123457", "0.00777771"];

/** Two invoices, one of each fee model, quoted again and again while the price and the rates move. */
async function makeQuotes(world: World, chance: Chance, quotes: number): Promise<void> {
  const invoices = [
    await invoice(world, "SPREAD", RETAINED[0] ?? ""),
    await invoice(world, "EXPLICIT", RETAINED[1] ?? ""),
  ];
  for (let made = 0; made < quotes; made += 1) {
    if (made % 20 === 0) await moveRates(world, chance);
    await movePrice(world, chance, "BTC", "EUR");
    await quoteConversion(world.ctx, { invoiceId: chance.pick(invoices) });
  }
}

async function invoice(world: World, feeModel: "SPREAD" | "EXPLICIT", quantity: string): Promise<string> {
  const { paymentId } = await world.retained(quantity, { feeModel });
  const { quantityUnconverted } = await world.payment(paymentId);
  const made = await createConversion(world.ctx, {
    baseSymbol: "BTC",
    quoteSymbol: "EUR",
    quantity: Decimal.from(quantityUnconverted.toFixed(8)),
    items: [{ paymentId }],
  });
  return recordOf(made).invoiceId;
}
