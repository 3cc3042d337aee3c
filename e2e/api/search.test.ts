import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import { openParty, type Party } from "#e2e/world/accounts/parties.ts";
import type { ApiRequest, Key } from "#e2e/world/client.ts";
import { seedBills } from "#lib/cli/seed.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Asset } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import { amountOf } from "#lib/kernel/money.ts";

type Hit = { kind: string; by: string; value: string; id: string; within?: string; status?: string };
type Wanted = { typed: string; kind: string; id: string };

let api: Api;
let theirs: Party;
let demo: Partial<ApiRequest>;
let neighbour: Partial<ApiRequest>;

beforeAll(async () => {
  api = await openApi();
  await seedBills(api.app, 24);
  theirs = await openParty(api, "globex");
  const elsewhere = { asset: "EUR", quantity: 0.01, reference: "made elsewhere", bankReference: "Wire 4711" };
  expect((await api.post("/manage/v1/payouts", elsewhere, theirs.admin)).status).toBe(200);
  await payOutToAddress();
  demo = await api.staff("admin", "demo");
  neighbour = await api.staff("admin", "acme");
});
afterAll(() => api?.close());

/** One of theirs to an address, about which a second person of the house is asked. */
async function payOutToAddress(): Promise<void> {
  const ask = async (target: string, body: object, status = 200) => {
    const got = await api.post(target, body, theirs.admin);
    if (got.status !== status) throw new Error(`${target} answered ${got.status}: ${got.text}`);
    return got.as<{ beneficiaryId: string }>();
  };
  const place = { name: "Payee Ltd", asset: "BTC", address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" };
  const { beneficiaryId } = await ask("/manage/v1/beneficiaries", place);
  await api.settings({ secondPerson: "always" }, "globex");
  await ask("/manage/v1/payouts", { asset: "BTC", quantity: 0.0001, beneficiaryId, reference: "to an address" }, 202);
  await api.settings({ secondPerson: "never" }, "globex");
}

const find = async (typed: string, who: Partial<ApiRequest>): Promise<Hit[]> => {
  const got = await api.get(`/manage/v1/search?q=${encodeURIComponent(typed)}`, who);
  if (got.status !== 200) throw new Error(`${typed} answered ${got.status}: ${got.text}`);
  return got.as<{ data: Hit[] }>().data;
};
const has = (hits: readonly Hit[], { kind, id }: Wanted) => hits.some((hit) => hit.kind === kind && hit.id === id);
const tail = (id: string) => `…${id.slice(-6)}`;
const short = (text: string) => `${text.slice(0, 6)}…${text.slice(-6)}`;
const amount = (units: { toFixed(): string }, asset: string) =>
  amountOf(asset as Asset, BigInt(units.toFixed())).toString();

/** What the pages show of an account's records, as a person reads it there. */
async function shown(name: string): Promise<Wanted[]> {
  const { db } = contextFor(api.app, { actor: { kind: "worker" }, requestId: "test" });
  const { id: accountId } = await db.account.findUniqueOrThrow({ where: { name } });
  const of = { where: { accountId }, orderBy: { id: "desc" } } as const;
  const wanted: Wanted[] = [];
  const add = (kind: string, id: string, ...texts: (string | null | undefined)[]) =>
    wanted.push(...texts.flatMap((typed) => (typed ? { typed, kind, id } : [])));
  for (const bill of await db.bill.findMany(of)) {
    add(
      "payment",
      bill.id,
      bill.id,
      tail(bill.id),
      bill.id.slice(-6),
      bill.address,
      bill.address.toUpperCase().startsWith("BC1") ? bill.address.toUpperCase() : undefined,
      bill.id.slice(0, 18),
    );
    add("subaccount", bill.subaccount, bill.subaccount);
  }
  for (const deposit of await db.deposit.findMany(of))
    add(
      "deposit",
      deposit.id,
      deposit.id,
      tail(deposit.id),
      deposit.txHash,
      deposit.txHash.slice(0, 16),
      short(deposit.txHash),
      deposit.sourceAddress,
    );
  for (const one of await db.conversion.findMany({ ...of, include: { quotes: true } }))
    add("conversion", one.id, one.id, tail(one.id), ...one.quotes.map(({ id }) => id));
  for (const one of await db.payout.findMany({ ...of, include: { beneficiary: true } }))
    add("payout", one.id, one.id, tail(one.id), one.txHash, one.bankReference, one.beneficiary?.address);
  for (const one of await db.settlement.findMany(of)) add("settlement", one.id, one.id, tail(one.id), one.reference);
  for (const one of await db.beneficiary.findMany(of))
    add("beneficiary", one.id, one.id, tail(one.id), one.iban, one.address, one.name);
  for (const one of await db.refundLink.findMany(of)) add("refundLink", one.id, one.id, one.address);
  for (const one of await db.approval.findMany(of)) add("approval", one.id, one.id, tail(one.id));
  for (const one of await db.apiKey.findMany({ where: { accountId } }))
    add("key", one.id, one.id, short(one.id).slice(-6), one.name);
  await addCalls(db, accountId, add);
  return wanted;
}

type Add = (kind: string, id: string, ...texts: (string | null | undefined)[]) => void;

async function addCalls(db: Db, accountId: string, add: Add): Promise<void> {
  for (const one of await db.requestLog.findMany({ where: { accountId }, orderBy: { id: "desc" }, take: 30 }))
    add("request", one.id, one.id, tail(one.id), short(one.id));
  for (const one of await db.webhookEndpoint.findMany({
    where: { accountId, deletedAt: null },
    include: { deliveries: { include: { event: true } } },
  })) {
    add("endpoint", one.id, one.id, tail(one.id), one.url);
    for (const { id, event } of one.deliveries) add("delivery", id, id, event.id, tail(event.id));
  }
  for (const { user } of await db.membership.findMany({ where: { accountId }, include: { user: true } }))
    add("person", user.id, user.name, user.email);
}

async function missed(name: string, who: Partial<ApiRequest>): Promise<Wanted[]> {
  const wanted = await shown(name);
  expect(wanted.length).toBeGreaterThan(60);
  const lost: Wanted[] = [];
  for (const one of wanted) if (!has(await find(one.typed, who), one)) lost.push(one);
  return lost;
}

describe("whatever a page shows is found", () => {
  test("of the demo's world", async () => expect(await missed("demo", demo)).toEqual([]), 240_000);
  test("of an account with an object of each kind", async () =>
    expect(await missed("globex", theirs.admin)).toEqual([]));

  test("amounts, with and without their currency, as pages write them", async () => {
    const { db } = contextFor(api.app, { actor: { kind: "worker" }, requestId: "test" });
    const { id: accountId } = await db.account.findUniqueOrThrow({ where: { name: "demo" } });
    for (const bill of await db.bill.findMany({ where: { accountId }, orderBy: { id: "desc" }, take: 12 })) {
      const [fiat, due] = [amount(bill.fiatUnits, bill.fiat), amount(bill.quantityUnits, bill.asset)];
      const written = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 8 }).format(
        fiat as never,
      );
      for (const typed of [
        `${fiat} ${bill.fiat}`,
        `${bill.fiat} ${fiat}`,
        `${written} ${bill.fiat}`,
        `${due} ${bill.crypto}`,
      ])
        expect(has(await find(typed, demo), { typed, kind: "payment", id: bill.id }), typed).toBe(true);
    }
    for (const deposit of await db.deposit.findMany({ where: { accountId }, take: 12 })) {
      const typed = `${amount(deposit.quantityUnits, deposit.asset)} ${deposit.asset.split("@")[0]}`;
      const found = await find(typed, demo);
      expect(
        found.some(({ kind, id }) => (kind === "deposit" && id === deposit.id) || kind === "deposit"),
        typed,
      ).toBe(true);
    }
    const { fiatUnits, fiat } = await db.bill.findFirstOrThrow({ where: { accountId, fiat: "EUR" } });
    const inOther = await find(`${amount(fiatUnits, fiat)} CAD`, demo);
    expect(inOther.filter(({ kind }) => kind === "payment")).toEqual([]);
  });

  test("a case, by the tail of what it is about, and by its own id", async () => {
    const { case: caseId } = theirs.objects;
    for (const typed of [caseId, caseId.slice(-36), tail(caseId)])
      expect(has(await find(typed, theirs.admin), { typed, kind: "case", id: caseId }), typed).toBe(true);
  });

  test("people by their role", async () => {
    expect((await find("admin", theirs.admin)).some(({ kind, by }) => kind === "person" && by === "role")).toBe(true);
  });
});

describe("nothing is found", () => {
  test("of another account, by anything that its own finds", async () => {
    const ids = new Set((await shown("globex")).map(({ id }) => id));
    for (const { typed } of await shown("globex"))
      for (const hit of await find(typed, neighbour))
        expect(ids.has(hit.id) && hit.kind !== "subaccount", typed).toBe(false);
  });

  test("of a kind that the caller's role does not read", async () => {
    const [viewer, key] = [
      await api.staff("viewer", "globex"),
      await api.newKey({ account: "globex", scopes: ["payments:read"] }),
    ];
    const kinds = async (typed: string, who: Partial<ApiRequest>) => (await find(typed, who)).map(({ kind }) => kind);
    expect(await kinds("test", theirs.admin)).toContain("key");
    expect(await kinds("test", viewer)).not.toContain("key");
    expect(await kinds(theirs.objects.user, viewer)).not.toContain("person");
    expect(await kinds(theirs.objects.payout, { key })).not.toContain("payout");
    expect(await kinds(theirs.objects.case, { key })).not.toContain("case");
  });

  test("by an account's person at the house, nor by the house among an account's payments", async () => {
    const q = (text: string) => `/house/v1/search?q=${text}`;
    expect((await api.get(q(theirs.objects.payout), theirs.admin)).status).toBe(403);
    const house = await api.staffOfHouse("viewer");
    const found = (await api.get(q(theirs.objects.payout), house)).as<{ data: Hit[] }>().data;
    expect(found.map(({ kind, id }) => [kind, id])).toEqual([["payout", theirs.objects.payout]]);
    for (const id of [theirs.objects.payment, theirs.objects.request, theirs.objects.key, theirs.objects.user])
      expect((await api.get(q(id), house)).as<{ data: Hit[] }>().data).toEqual([]);
  });

  test("but among the payments of an account that is named, for who may assign money to it, and for nobody else", async () => {
    const { payment } = theirs.objects;
    const q = (text: string, account = "globex") => `/house/v1/search?q=${text}&account=${account}`;
    const treasurer = await api.staffOfHouse("treasurer");
    const found = (await api.get(q(payment), treasurer)).as<{ data: Hit[] }>().data;
    expect(found.map(({ kind, id }) => [kind, id])).toEqual([["payment", payment]]);
    for (const other of [theirs.objects.payout, theirs.objects.request, theirs.objects.key, theirs.objects.user])
      expect((await api.get(q(other), treasurer)).as<{ data: Hit[] }>().data).toEqual([]);
    expect((await api.get(q(payment, "demo"), treasurer)).as<{ data: Hit[] }>().data).toEqual([]);
    expect((await api.get(q(payment, "nobody"), treasurer)).status).toBe(404);
    expect((await api.get(q(payment), await api.staffOfHouse("viewer"))).as<{ data: Hit[] }>().data).toEqual([]);
    expect((await api.get(q(payment), theirs.admin)).status).toBe(403);
    expect((await api.get(`/manage/v1/search?q=${payment}&account=globex`, demo)).status).toBe(400);
  });

  test("by hostile text, which is taken as it is", async () => {
    for (const typed of [
      "%%%",
      "___",
      "'; drop table bill; --",
      "\\\\\\",
      "a%b",
      "…%%%%%%",
      "🙂🙂🙂",
      `"${"x".repeat(100)}`,
      "(((",
      "$1::uuid",
      "chr(0)",
    ])
      expect(await find(typed, demo), typed).toEqual([]);
    for (const typed of ["x".repeat(10_000), "a\u0000b", "sa"])
      expect((await api.get(`/manage/v1/search?q=${encodeURIComponent(typed)}`, demo)).status).toBe(400);
  });
});

describe("search by a beginning", () => {
  const found = async (q: string, key?: Key) => {
    const got = await api.get(`/manage/v1/search?q=${encodeURIComponent(q)}`, key ? { key } : {});
    return got.as<{ data: { kind: string; by: string; value: string; id: string }[] }>().data;
  };

  test("finds a payment by its id, its address, its reference and its transaction, in the account's own records", async () => {
    const bill = await api.bill({ reference: "Invoice 50%_7" });
    const { paymentId } = bill;
    const txHash = await api.pay(bill, bill.quantity, "bitcoin");
    const wanted = { paymentId, address: bill.deposit_address, reference: "Invoice 50%_7" };
    const { txId } = (await api.payment(paymentId)).deposits[0] ?? { txId: "" };
    for (const [by, value] of [...Object.entries(wanted), ["txHash", txHash] as const]) {
      const begun = value.slice(0, -3);
      const one =
        by === "txHash" ? { kind: "deposit", id: txId, within: paymentId } : { kind: "payment", id: paymentId };
      expect(await found(begun)).toContainEqual(expect.objectContaining({ ...one, by, value }));
      expect(await found(begun, await api.newKey({ account: "other" }))).toEqual([]);
    }
    const whole = await found(paymentId.replaceAll("-", "").toUpperCase());
    expect(whole.map(({ kind }) => kind)).toEqual(["payment"]);
  });

  test("takes every character as it is, and at most five of a kind", async () => {
    for (const reference of ["same-1", "same-2", "same-3", "same-4", "same-5", "same-6"]) await api.bill({ reference });
    expect(await found("same")).toHaveLength(5);
    for (const subaccount of ["kiosk-6", "kiosk-2", "kiosk-2", "kiosk-é", "kiosk-4", "kiosk-3", "kiosk-5", "kiosl"])
      await api.bill({ subaccount });
    expect((await found("kiosk")).map(({ value }) => value)).toEqual([
      "kiosk-2",
      "kiosk-3",
      "kiosk-4",
      "kiosk-5",
      "kiosk-6",
    ]);
    expect((await found("kiosk-é")).map(({ kind, by, value }) => [kind, by, value])).toEqual([
      ["subaccount", "subaccount", "kiosk-é"],
    ]);
    for (const q of ["sa%", "sam_", "SAME"]) expect(await found(q)).toEqual([]);
    expect((await api.get("/manage/v1/search?q=sa")).problem).toMatchObject({ code: "VALIDATION_FAILED" });
  });
});
