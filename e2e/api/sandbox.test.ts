import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, CREATE, openApi } from "#e2e/world/api.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { payerState } from "#lib/payments/payer-state.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
});
afterAll(() => api?.close());

type Block = { network: string; height: number; hash: string };
const blocks = (network: string, count: number) => api.control<Block>("blocks", { network, count });
const refusal = async (name: string, body: object | string) => {
  const { status, problem } = await api.post(`/sandbox/v1/${name}`, body);
  return [status, problem.code, problem.errors?.[0]?.field];
};

describe("deposits", () => {
  test.each([
    ["BTC", { cryptoType: "BTC" }, /^[0-9a-f]{64}$/, "bitcoin", 2],
    ["BCH", { cryptoType: "BCH", bech32: true }, /^[0-9a-f]{64}$/, "bitcoincash", 6],
    ["USDT on eth", { cryptoType: "USDT" }, /^0x[0-9a-f]{64}$/, "eth", 12],
    ["USDT on tron", { cryptoType: "USDT", networkType: "tron" }, /^[0-9a-f]{64}$/, "tron", 20],
    ["USDC", { cryptoType: "USDC" }, /^0x[0-9a-f]{64}$/, "eth", 12],
  ])("%s: seen, buried block by block, treated at its confirmations", async (_name, input, hash, network, required) => {
    const bill = await api.bill(input);
    const txHash = await api.pay(bill, bill.quantity, network, 0);
    expect(txHash).toMatch(hash);
    const facts = async () => {
      const { status, deposits } = await api.payment(bill.paymentId);
      return [status, deposits[0]?.status, deposits[0]?.confirmations];
    };
    expect(await facts()).toEqual(["DETECTED", "UNCONFIRMED", 0]);
    await blocks(network, required - 1);
    await api.settle();
    expect(await facts()).toEqual(["DETECTED", "UNCONFIRMED", required - 1]);
    await blocks(network, 1);
    await api.settle();
    expect(await facts()).toEqual(["COMPLETED", "CONVERTED", required]);
    expect((await api.payment(bill.paymentId)).deposits[0]).toMatchObject({
      txHash,
      outputIndex: 0,
      confirmationsRequired: required,
      late: false,
      fiatReceived: 100,
    });
  });

  test("confirmations mines that many at once", async () => {
    const bill = await api.bill();
    await api.control("deposits", { address: bill.deposit_address, quantity: bill.quantity, confirmations: 5 });
    await api.settle();
    const record = await api.payment(bill.paymentId);
    expect([record.status, record.amountStatus, record.deposits[0]?.confirmations]).toEqual(["COMPLETED", "PAID", 5]);
  });

  test("any form of the address finds the bill", async () => {
    const ether = await api.bill({ cryptoType: "USDC" });
    const cash = await api.bill({ cryptoType: "BCH", bech32: true });
    const forms = [
      ether.deposit_address.toLowerCase(),
      `0x${ether.deposit_address.slice(2).toUpperCase()}`,
      cash.deposit_address,
      cash.deposit_address.slice(12),
      cash.deposit_address.toUpperCase(),
    ];
    for (const address of forms) await api.control("deposits", { address, quantity: 1 });
    await api.settle();
    expect((await api.payment(ether.paymentId)).deposits).toHaveLength(2);
    expect((await api.payment(cash.paymentId)).deposits).toHaveLength(3);
  });

  test("the wrong coin is held and outside of the bill's sums", async () => {
    const bill = await api.bill({ cryptoType: "USDT" });
    await api.control("deposits", {
      address: bill.deposit_address,
      quantity: 7,
      cryptoType: "USDC",
      confirmations: 12,
    });
    await api.settle();
    const record = await api.payment(bill.paymentId);
    expect(record).toMatchObject({
      status: "PENDING",
      amountStatus: "UNPAID",
      quantityReceived: 0,
      quantityPending: 0,
    });
    expect(record.labels).toEqual(["HELD", "WRONG_ASSET"]);
    expect(record.deposits[0]).toMatchObject({
      cryptoType: "USDC",
      status: "HELD",
      reasonCode: "WRONG_ASSET",
      quantity: 7,
      quantityPending: 7,
    });
  });

  test("bitcoin cash sent to a bitcoin address is the wrong coin, too", async () => {
    const bill = await api.bill();
    await api.control("deposits", { address: bill.deposit_address, quantity: 1, cryptoType: "BCH", confirmations: 6 });
    await api.settle();
    expect((await api.payment(bill.paymentId)).deposits[0]).toMatchObject({ cryptoType: "BCH", status: "HELD" });
  });

  test.each([
    ["nothing to send", { quantity: 0 }, "quantity"],
    ["less than nothing", { quantity: -1 }, "quantity"],
    ["more decimals than a satoshi", { quantity: 0.000000001 }, "quantity"],
    ["2^53 satoshi", { quantity: 90_071_992.54740992 }, "quantity"],
    ["a million million coins", { quantity: 1e12 }, "quantity"],
    ["confirmations below zero", { quantity: 1, confirmations: -1 }, "confirmations"],
    ["half a confirmation", { quantity: 1, confirmations: 0.5 }, "confirmations"],
    ["an unknown coin", { quantity: 1, cryptoType: "DOGE" }, "cryptoType"],
    ["a network for BTC", { quantity: 1, cryptoType: "BTC", networkType: "eth" }, "networkType"],
    ["a token to a bitcoin address", { quantity: 1, cryptoType: "USDT" }, "cryptoType"],
  ])("%s is refused", async (_name, more, field) => {
    const { deposit_address: address } = await api.bill();
    expect(await refusal("deposits", { address, ...more })).toEqual([400, "VALIDATION_FAILED", field]);
  });

  test("nor may it all add up to 2^53 satoshi", async () => {
    const { deposit_address: address } = await api.bill({ strategy: "RAI" });
    await api.control("deposits", { address, quantity: 50_000_000 });
    const input = { address, quantity: 50_000_000 };
    expect(await refusal("deposits", input)).toEqual([400, "VALIDATION_FAILED", "quantity"]);
  });

  test("six decimals are all a token has", async () => {
    const { deposit_address: address } = await api.bill({ cryptoType: "USDT" });
    expect(await refusal("deposits", `{"address":"${address}","quantity":0.0000001}`)).toEqual([
      400,
      "VALIDATION_FAILED",
      "quantity",
    ]);
    await api.control("deposits", { address, quantity: 0.000001 });
  });

  test("an address that is nobody's is 404", async () => {
    for (const address of ["1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "nonsense", "0x".padEnd(42, "0")]) {
      expect((await refusal("deposits", { address, quantity: 1 })).slice(0, 2)).toEqual([404, "NOT_FOUND"]);
    }
  });
});

describe("blocks and reorganisations", () => {
  test("each network has its own chain", async () => {
    for (const network of ["bitcoin", "bitcoincash", "eth", "tron"]) {
      const { height } = await blocks(network, 1);
      expect(await blocks(network, 3)).toMatchObject({ network, height: height + 3 });
    }
    expect((await refusal("blocks", { network: "litecoin", count: 1 })).slice(0, 2)).toEqual([
      400,
      "VALIDATION_FAILED",
    ]);
    expect((await refusal("blocks", { network: "eth", count: 0 }))[2]).toBe("count");
  });

  test("blocks bear the business clock's time", async () => {
    const bill = await api.bill();
    await api.pay(bill, bill.quantity, "bitcoin", 0);
    await api.control("clock", { advanceMs: 120_000 });
    await blocks("bitcoin", 2);
    await api.settle();
    const [deposit] = (await api.payment(bill.paymentId)).deposits;
    expect((deposit?.blockTime ?? 0) - (deposit?.firstSeen ?? 0)).toBeGreaterThanOrEqual(119_000);
  });

  test("what a reorganisation drops is reversed; mined again it is credited again", async () => {
    const bill = await api.bill();
    const txHash = await api.pay(bill, bill.quantity, "bitcoin", 2);
    expect((await api.payment(bill.paymentId)).fiatReceived).toBe(100);
    await api.control("reorg", { network: "bitcoin", depth: 2, drop: [txHash] });
    await api.settle();
    const dropped = await api.payment(bill.paymentId);
    expect(dropped).toMatchObject({
      status: "PENDING",
      amountStatus: "UNPAID",
      labels: ["REVERSED"],
      quantityReceived: 0,
      fiatReceived: 0,
    });
    expect(dropped.deposits[0]).toMatchObject({ txHash, status: "DROPPED", confirmations: 0 });
    expect(await api.broken()).toEqual([]);
  });

  test("a reorganisation that drops nothing leaves all as it was", async () => {
    const bill = await api.bill();
    await api.pay(bill, bill.quantity, "bitcoin", 3);
    await api.control("reorg", { network: "bitcoin", depth: 3 });
    await api.settle();
    expect(await api.payment(bill.paymentId)).toMatchObject({
      status: "COMPLETED",
      amountStatus: "PAID",
      fiatReceived: 100,
      labels: [],
    });
    expect(await api.broken()).toEqual([]);
  });

  test("a double spend is told as one", async () => {
    const bill = await api.bill();
    const txHash = await api.pay(bill, bill.quantity, "bitcoin", 1);
    await api.control("reorg", { network: "bitcoin", depth: 1, doubleSpend: [txHash] });
    await api.settle();
    const record = await api.payment(bill.paymentId);
    expect(record.deposits[0]).toMatchObject({ status: "DROPPED", reasonCode: "DOUBLE_SPENT" });
    expect(record).toMatchObject({ status: "PENDING", labels: [] });
  });

  test("deeper than the chain is refused", async () => {
    expect(await refusal("reorg", { network: "tron", depth: 99 })).toEqual([400, "VALIDATION_FAILED", "depth"]);
    expect((await refusal("reorg", { network: "tron", depth: 0 }))[2]).toBe("depth");
  });

  test("chains mine by themselves only when told to", async () => {
    expect(await api.control("chain", { autoMine: true })).toEqual({ autoMine: true });
    expect(await api.control("chain", { autoMine: false })).toEqual({ autoMine: false });
    expect((await refusal("chain", {}))[2]).toBe("autoMine");
    expect((await refusal("chain", { autoMine: "true" }))[2]).toBe("autoMine");
  });
});

describe("clock, prices, venue, settle", () => {
  test("the clock goes forward, by whole milliseconds", async () => {
    const startedAt = performance.now();
    const { now } = await api.control<{ now: number }>("clock", { advanceMs: 0 });
    const later = await api.control<{ now: number }>("clock", { advanceMs: 90_000 });
    expect(later.now - now).toBeGreaterThanOrEqual(90_000);
    expect(later.now - now).toBeLessThanOrEqual(90_000 + Math.ceil(performance.now() - startedAt) + 1);
    for (const advanceMs of [-1, 1.5, "1000", 1e15])
      expect((await refusal("clock", { advanceMs }))[2]).toBe("advanceMs");
  });

  test("a bill made after an advance lives in the new time", async () => {
    const { now } = await api.control<{ now: number }>("clock", { advanceMs: 1_000 });
    const { expiryTime } = await api.bill();
    expect(expiryTime - now).toBeGreaterThanOrEqual(20 * 60_000);
  });

  test("a price is the bid; one that is none is refused", async () => {
    await api.control("prices", { base: "USDC", quote: "USD", price: 0.99 });
    expect(await api.bill({ cryptoType: "USDC", fiat: "USD", feeModel: "EXPLICIT" })).toMatchObject({ price: 0.99 });
    for (const price of ["0", "-1", "1e15", "5000000000000000", "0.123456789", "12345678.123456789", '"1"']) {
      expect(await refusal("prices", `{"base":"BTC","quote":"EUR","price":${price}}`)).toEqual([
        400,
        "VALIDATION_FAILED",
        "price",
      ]);
    }
    expect((await refusal("prices", { base: "BTC", quote: "EUR" }))[2]).toBe("price");
    expect((await refusal("prices", { base: "EUR", quote: "BTC", price: 1 }))[2]).toBe("base");
  });

  test("the venue's faults are words; all else is refused", async () => {
    for (const fault of ["reject", "timeout-after-accept", "timeout-before-accept", "partial", "slow", "none"]) {
      expect(await api.control("venue", { fault, count: 2 })).toEqual({ fault, count: 2 });
    }
    expect(await api.control("venue", { fault: "none" })).toEqual({ fault: "none" });
    expect((await refusal("venue", { fault: "fire" }))[2]).toBe("fault");
    expect((await refusal("venue", { fault: "slow", count: 0 }))[2]).toBe("count");
  });

  test("settle says that nothing is left to do; it takes no fields", async () => {
    for (const body of [undefined, {}]) expect((await api.post("/sandbox/v1/settle", body)).text).toBe('{"idle":true}');
    expect((await refusal("settle", { now: true }))[2]).toBe("now");
  });

  test("settles at once do not get into each other's way", async () => {
    const bills = await Promise.all(Array.from({ length: 12 }, () => api.bill({ fiatReceivable: 100 })));
    for (const { deposit_address: address, quantity } of bills) await api.control("deposits", { address, quantity });
    await blocks("bitcoin", 2);
    await Promise.all(Array.from({ length: 6 }, () => api.settle()));
    for (const { paymentId } of bills) expect((await api.payment(paymentId)).fiatReceived).toBe(100);
    expect(await api.broken()).toEqual([]);
  });

  test("staff of any role may pull the levers, strangers may not", async () => {
    const cookie = await api.cookie("viewer");
    const headers = { cookie, origin: api.url };
    expect((await api.post("/sandbox/v1/settle", undefined, { key: null, headers })).status).toBe(200);
    expect((await api.post("/sandbox/v1/settle", undefined, { key: null })).status).toBe(401);
  });
});

describe("an address of published keys", () => {
  const RETAINED = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "acme-42", strategy: "RAI" };
  type Marked = { sandbox?: boolean };
  type Addresses = { kind: string; addresses: { address: string }[] };

  async function converted() {
    const bill = (await api.post(CREATE, RETAINED)).as<Awaited<ReturnType<Api["bill"]>> & Marked>();
    await api.pay(bill, bill.quantity, "bitcoin", 2);
    const { quantityUnconverted: quantity } = await api.payment(bill.paymentId);
    const items = [{ paymentId: bill.paymentId }];
    const made = await api.post("/payment/v1/conversion", { baseSymbol: "BTC", quoteSymbol: "EUR", quantity, items });
    return { bill, conversion: made.as<Marked & { invoiceId: string }>() };
  }

  test("whatever answers one says so", async () => {
    const { bill, conversion } = await converted();
    const state = (await api.get(`/pay/${bill.paymentId}/state`, { key: null })).as<Marked>();
    const listed = (await api.get(`/payment/v1/conversion?invoiceId=${conversion.invoiceId}`)).as<Marked[]>();
    const answers = [bill, await api.payment(bill.paymentId), conversion, ...listed, state];
    expect(answers.map(({ sandbox }) => sandbox)).toEqual(answers.map(() => true));
    const events = (await api.get("/manage/v1/events?limit=500")).as<{ data: { data: Marked }[] }>();
    expect(events.data.filter(({ data }) => data.sandbox !== true)).toEqual([]);
  });

  test("so does what answers the operator's own", async () => {
    const key = await api.newHouseKey(["house:read", "house:moves"]);
    const { data: wallets } = (await api.get("/house/v1/wallets", { key })).as<{ data: (Marked & Addresses)[] }>();
    const address = wallets.find(({ kind }) => kind === "BTC_P2WPKH")?.addresses[0]?.address;
    const listed = { place: "custody:bitcoin", asset: "BTC", address, label: "cold" };
    const made = (await api.post("/house/v1/destinations", listed, { key })).as<Marked & { destinationId: string }>();
    const { destinationId } = made;
    const way = { kind: "FROM_VENUE", from: `venue:${api.app.venue.name}`, to: "custody:bitcoin", destinationId };
    const wanted = { ...way, asset: "BTC", quantity: 0.1, note: "x" };
    const move = (await api.post("/house/v1/moves", wanted, { key })).as<
      Marked & { moveId: string; address: string }
    >();
    expect(move.address).toBe(address);
    const lists = await Promise.all(["destinations", "moves"].map((list) => api.get(`/house/v1/${list}`, { key })));
    const answers = [...wallets, made, move, ...lists.flatMap((list) => list.as<{ data: Marked[] }>().data)];
    answers.push((await api.get(`/house/v1/moves/${move.moveId}`, { key })).as<Marked>());
    await api.control("venue-transfers", { kind: "DEPOSIT", asset: "BTC", quantity: 0.01, address, reference: "V1" });
    await api.control("settle", {});
    const { data: transfers } = (await api.get("/house/v1/venue-transfers", { key })).as<{ data: Marked[] }>();
    expect(transfers.length).toBeGreaterThan(0);
    answers.push(...transfers);
    expect(answers.length).toBeGreaterThan(6);
    expect(answers.map(({ sandbox }) => sandbox)).toEqual(answers.map(() => true));
  });

  test("in live none does", async () => {
    const { bill, conversion } = await converted();
    const live = contextFor({ ...api.app, mode: "live" }, { actor: { kind: "public" } });
    expect(await payerState(live, bill)).not.toHaveProperty("sandbox");
    const owner = new pg.Client(api.databaseUrl);
    await owner.connect();
    try {
      await owner.query("begin");
      await owner.query("update deployment set mode = 'live', clock_offset_ms = 0");
      const { rows } = await owner.query<{ record: string }>(
        `select record from bill b, payment_record(b, business_now()) where b.id = $1
         union all select conversion_json(v, business_now(), false) from conversion v where v.id = $2`,
        [bill.paymentId, conversion.invoiceId],
      );
      expect(rows.map(({ record }) => "sandbox" in JSON.parse(record))).toEqual([false, false]);
    } finally {
      await owner.query("rollback");
      await owner.end();
    }
  });
});
