import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { frozenClock } from "#e2e/world/frozen-clock.ts";
import { auditedOf, code, personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { carriedOut } from "#e2e/world/carried-out.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve, withdraw } from "#lib/approvals/decide-approval.ts";
import { giveRefundAddress } from "#lib/approvals/give-refund-address.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { makeBeneficiaryOrAsk, payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { declineDeposit } from "#lib/deposits/decide-hold.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { payerState } from "#lib/payments/payer-state.ts";
import { listAddress } from "#lib/screening/listed.fixture.ts";
import { getPayout } from "./get-payouts.ts";
import { payoutFinal, payoutLeft, payoutSeen } from "./leave-payout.ts";
import { endRefundLink, listRefundLinks, makeRefundLink } from "./make-refund-link.ts";
import { checkRefund, holdRefund, needRefundPlace, openRefund, useLink } from "./open-refund.ts";
import { preparePayouts } from "./sign-payout.ts";

const ADDRESS = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const OTHER = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const TWO = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
const COLD = "bc1qm34lsc65zpw79lxes69zkqmk6ee3ewf0j77s3h";
const LIFE = 14 * 86_400_000;
const BILL = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: Decimal.from("1"), subaccount: "x" } as const;
const MINE = "01890000-0000-7000-8000-000000000001";

let world: World;
let ada: Ctx;
let grace: Ctx;
let hugo: Ctx;
let payer: Ctx;
let cold: string;
let declined: Deposit;
let app: pg.Client;
let clock: Awaited<ReturnType<typeof frozenClock>>;
beforeAll(async () => {
  world = await openWorld();
  clock = await frozenClock(world);
  app = new pg.Client(world.app.env.databaseUrl);
  await app.connect();
  ada = await personIn(world, "Ada");
  grace = await personIn(world, "Grace");
  hugo = await personOfHouse(world, "Hugo");
  payer = contextFor(world.app, { actor: { kind: "public" }, requestId: "test", clientAddress: "192.0.2.7" });
  const list = { name: "Acme cold", asset: "BTC" as const, address: COLD };
  cold = (await makeBeneficiaryOrAsk(ada, list)).beneficiaryId;
  declined = await held();
  await changeSettings(world.ctx, { secondPerson: "always" });
});
afterEach(async () => {
  await world.app.database.prisma.signInTry.deleteMany({});
  expect(await world.broken()).toEqual([]);
});
afterAll(async () => {
  await Promise.all([app.end(), clock.end()]);
  await world.close();
});

type Deposit = { paymentId: string; txId: string };
async function retained(quantity = "0.001"): Promise<Deposit> {
  const { paymentId } = await world.retained(quantity);
  return { paymentId, txId: (await world.payment(paymentId)).deposits[0]?.txId ?? "" };
}
async function held(): Promise<Deposit> {
  await changeSettings(world.ctx, { "depositLimit.BTC": "0.00000001" });
  const bill = await world.bill();
  const { paymentId } = bill;
  await world.pay(bill, Decimal.from("0.001"));
  await changeSettings(world.ctx, { "depositLimit.BTC": "100" });
  return { paymentId, txId: (await world.payment(paymentId)).deposits[0]?.txId ?? "" };
}
async function link(of: Deposit, by: Ctx = ada) {
  const { refundLinkId, url = "", expiresAt } = await makeRefundLink(by, of);
  return { refundLinkId, url, expiresAt, token: url.split("#")[1] ?? "" };
}
const shown = (raw: object) => JSON.parse((raw as Raw<object>).text) as Record<string, unknown>;
async function linkOf({ paymentId }: Deposit, at = 0) {
  const { data } = await listRefundLinks(ada, { paymentId });
  return shown(data[at] ?? {});
}
async function payoutOf(of: Deposit) {
  const payoutId = String((await linkOf(of))["payoutId"]);
  return { payoutId, ...shown(await getPayout(ada, { payoutId })) } as Record<string, unknown> & { payoutId: string };
}
const give = (token: string, address = ADDRESS) => giveRefundAddress(payer, { token, address });
const emittedTypes = async (objectId: string) =>
  (await world.ctx.db.event.findMany({ where: { objectId }, orderBy: { sequence: "asc" } })).map(({ type }) => type);
const approvalOf = (payout: Record<string, unknown>) => ({ approvalId: String(payout["approvalId"]) });
const NOTHING = code("NOT_FOUND", /^This link opens nothing\.$/);

describe("a refund link", () => {
  test("is answered once, kept as a digest, and opens what is given back", async () => {
    const of = await retained();
    const { url, token, refundLinkId, expiresAt } = await link(of);
    expect(url).toMatch(/\/pay\/refund#[\w-]{43}$/);
    expect(await linkOf(of)).toMatchObject({ refundLinkId, status: "OPEN", madeBy: "staff:Ada", expiresAt, ...of });
    const all = await app.query("select row_to_json(l)::text as row from refund_link l");
    expect(JSON.stringify(all.rows)).not.toContain(token);
    const offer = await openRefund(payer, { token });
    expect(offer).toMatchObject({ asset: "BTC", network: "bitcoin", expiresAt });
    expect(String(offer.quantity)).toBe("0.000995");
    expect(await checkRefund(payer, { token, address: ` ${ADDRESS.toUpperCase()} ` })).toEqual({ address: ADDRESS });
    expect(await linkOf(of)).toMatchObject({ status: "OPEN" });
    await endRefundLink(grace, { refundLinkId });
  });

  test("is one for a deposit: a new one ends the one before", async () => {
    const of = await retained();
    const first = await link(of);
    const second = await link(of, grace);
    await expect(openRefund(payer, first)).rejects.toEqual(NOTHING);
    expect(await linkOf(of, 1)).toMatchObject({ status: "ENDED", endedWhy: "REPLACED", endedBy: "staff:Grace" });
    const made = await Promise.all([1, 2, 3, 4].map(() => link(of)));
    await expect(openRefund(payer, second)).rejects.toEqual(NOTHING);
    const opened = await Promise.allSettled(made.map((each) => openRefund(payer, each)));
    expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("is ended by any of the account who may ask for payouts, once, and by nobody else", async () => {
    const of = await retained();
    const made = await link(of);
    await expect(endRefundLink(world.other, made)).rejects.toEqual(code("NOT_FOUND"));
    expect(shown(await endRefundLink(grace, made))).toMatchObject({ status: "ENDED", endedBy: "staff:Grace" });
    await expect(endRefundLink(grace, made)).rejects.toEqual(code("INVALID_STATE"));
    for (const act of [() => openRefund(payer, made), () => give(made.token)])
      await expect(act()).rejects.toEqual(NOTHING);
    expect((await auditedOf(ada, made.refundLinkId)).map(({ action }) => action)).toEqual([
      "refund-link.end",
      "refund-link.make",
    ]);
  });

  test("is made for a deposit of one's own alone, which has something to give back", async () => {
    const of = await retained();
    const { paymentId } = await retained();
    const theirs = await requestAddress(world.other, BILL);
    const foreign = { ...of, paymentId: theirs.paymentId };
    await expect(makeRefundLink(world.other, of)).rejects.toEqual(code("NOT_FOUND", /no payment/));
    await expect(makeRefundLink(world.other, foreign)).rejects.toEqual(code("NOT_FOUND", /no deposit/));
    await expect(makeRefundLink(ada, { ...of, paymentId })).rejects.toEqual(
      code("VALIDATION_FAILED", /of this payment/),
    );
    await link(of);
    expect((await listRefundLinks(ada, of)).data).toHaveLength(1);
    expect((await listRefundLinks(world.other, of)).data).toEqual([]);
    const sold = await world.bill();
    await world.pay(sold, sold.quantity);
    const txId = (await world.payment(sold.paymentId)).deposits[0]?.txId ?? "";
    const wanted = { paymentId: sold.paymentId, txId };
    await expect(makeRefundLink(ada, wanted)).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
  });
});

describe("the address that a payer gives", () => {
  test("is one of the deposit's network, none of our own, and none on the list of sanctioned ones", async () => {
    const of = await retained();
    const { token, refundLinkId } = await link(of);
    const ours = await world.ctx.db.depositAddress.findMany({
      where: { network: "bitcoin" },
      orderBy: { index: "asc" },
    });
    const [change] = await world.ctx.db.changeAddress.findMany({ where: { network: "bitcoin" }, take: 1 });
    const wrong = [
      "0x52908400098527886E0F7030069857D2E4169EE7",
      "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp",
      "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
      ours.find(({ billId }) => billId === null)?.address,
      ours.find(({ billId }) => billId !== null)?.address,
      change?.address,
    ];
    await listAddress(world.ctx, OTHER, "ffffffff-ffff-7fff-8fff-fffffffffff0");
    for (const address of [...wrong, OTHER]) {
      expect(address).toBeDefined();
      await expect(checkRefund(payer, { token, address: address ?? "" })).rejects.toEqual(code("VALIDATION_FAILED"));
      await expect(give(token, address)).rejects.toEqual(code("VALIDATION_FAILED"));
    }
    expect(await linkOf(of)).toMatchObject({ status: "OPEN" });
    const lines = await auditedOf(ada, refundLinkId);
    expect(lines[0]).toMatchObject({ action: "refund-link.refuse", actor: "public", detail: { address: OTHER } });
  });

  test("asks, in the maker's name, for all there is: reserved, told, approved by another, sent, and the payer sees it", async () => {
    const of = await retained("0.002");
    const { token, refundLinkId } = await link(of);
    expect(String((await give(token)).quantity)).toBe("0.00199");
    const payout = await payoutOf(of);
    expect(payout).toMatchObject({
      ...{ kind: "REFUND", status: "REQUESTED", quantity: 0.00199, place: ADDRESS, refundLinkId, askedBy: "staff:Ada" },
      ...of,
    });
    expect(payout["beneficiaryId"]).toBeUndefined();
    expect(await linkOf(of)).toMatchObject({ status: "USED", address: ADDRESS, payoutId: payout.payoutId });
    expect((await world.payment(of.paymentId)).quantityReserved).toBe(0.00199);
    expect(await emittedTypes(refundLinkId)).toEqual(["refund.requested"]);
    const event = await world.ctx.db.event.findFirstOrThrow({ where: { objectId: refundLinkId } });
    expect(JSON.parse(event.data)).toMatchObject({ address: ADDRESS, quantity: 0.00199, status: "USED" });
    expect((await auditedOf(ada, refundLinkId))[0]).toMatchObject({
      ...{ action: "refund-link.use", actor: "public" },
      detail: { address: ADDRESS, payoutId: payout.payoutId, madeBy: "staff:Ada" },
    });
    const pending = (await listApprovals(hugo, { status: "PENDING" })).data.find(
      ({ approvalId }) => approvalId === payout["approvalId"],
    );
    expect(pending).toMatchObject({ askedBy: "staff:Ada", payout: { refundLinkId, place: ADDRESS } });
    await expect(approve(ada, approvalOf(payout))).rejects.toEqual(code("FORBIDDEN", /yourself/));
    await expect(approve(grace, approvalOf(payout))).rejects.toEqual(code("FORBIDDEN", /operator/));
    expect((await payerState(payer, of)).refunds).toMatchObject([{ cryptoType: "BTC", status: "REQUESTED" }]);
    await approve(hugo, approvalOf(payout));
    expect((await payerState(payer, of)).refunds).toMatchObject([{ status: "REQUESTED" }]);
    const seen = { payoutId: payout.payoutId, txHash: "ab".repeat(32) };
    await payoutSeen(world.ctx, seen);
    await carriedOut(world, seen.payoutId, seen.txHash);
    await payoutLeft(world.ctx, seen);
    await payoutFinal(world.ctx, seen);
    expect(await payoutOf(of)).toMatchObject({ status: "CONFIRMED" });
    expect((await payerState(payer, of)).refunds).toMatchObject([{ status: "SENT", txHash: seen.txHash }]);
  });

  test("of a declined deposit is paid from what is pending", async () => {
    await expect(makeRefundLink(ada, declined)).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
    await declineDeposit(ada, { txId: declined.txId, note: "no" });
    await give((await link(declined)).token);
    await approve(hugo, approvalOf(await payoutOf(declined)));
    expect(await payoutOf(declined)).toMatchObject({ status: "APPROVED", quantity: 0.001 });
  });

  test("that a key asked for is asked for by that key", async () => {
    const of = await retained();
    await give((await link(of, world.ctx)).token);
    const payout = await payoutOf(of);
    expect(payout).toMatchObject({ askedBy: "key:ak_test", status: "REQUESTED" });
    const pending = await world.ctx.db.approval.findUniqueOrThrow({ where: { id: String(payout["approvalId"]) } });
    expect(pending).toMatchObject({ askedBy: "key:ak_test", askedUserId: null });
    await expect(withdraw(ada, approvalOf(payout))).rejects.toEqual(code("FORBIDDEN"));
    await approve(hugo, approvalOf(payout));
  });

  test("is taken once of twenty at once", async () => {
    const of = await retained();
    const { token, refundLinkId } = await link(of);
    const tries = await Promise.allSettled([...Array(20)].map((_, at) => give(token, at % 2 ? ADDRESS : TWO)));
    const refused = tries.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(refused).toHaveLength(19);
    for (const reason of refused) expect(reason).toEqual(NOTHING);
    expect(await world.ctx.db.payout.count({ where: { refundLinkId } })).toBe(1);
    expect(await emittedTypes(refundLinkId)).toEqual(["refund.requested"]);
    await expect(openRefund(payer, { token })).rejects.toEqual(NOTHING);
  });

  test("comes too late where the money is gone: the payer is told, the link ended, the account told", async () => {
    const of = await retained();
    const { token, refundLinkId } = await link(of);
    const wanted = { asset: "BTC" as const, quantity: Decimal.from("0.000995"), reference: "x", beneficiaryId: cold };
    await payOrAsk(ada, { ...wanted, ...of });
    await expect(give(token)).rejects.toEqual(code("INSUFFICIENT_FUNDS", /not available any more/));
    expect(await linkOf(of)).toMatchObject({ status: "ENDED", endedWhy: "NOTHING_LEFT", endedBy: "public" });
    expect(await emittedTypes(refundLinkId)).toEqual(["refund.unavailable"]);
    await expect(give(token)).rejects.toEqual(NOTHING);
  });

  test("that is listed after it was given is not approved, and not prepared", async () => {
    const [waiting, approved] = [await retained(), await retained()];
    for (const of of [waiting, approved]) await give((await link(of)).token, TWO);
    const { payoutId, ...ready } = await payoutOf(approved);
    await approve(hugo, approvalOf(ready));
    await listAddress(world.ctx, TWO, "ffffffff-ffff-7fff-8fff-fffffffffff1");
    await expect(approve(hugo, approvalOf(await payoutOf(waiting)))).rejects.toEqual(code("INVALID_STATE", /held/));
    const prepare = hugo.transaction((tx) => preparePayouts(tx, "bitcoin", [payoutId], MINE));
    await expect(prepare).rejects.toEqual(code("INVALID_STATE", /held/));
    await withdraw(ada, approvalOf(await payoutOf(waiting)));
  });

  test("is tried so often from one network, and no more within a minute", async () => {
    const token = "x".repeat(43);
    for (let at = 0; at < 60; at += 1) await expect(openRefund(payer, { token })).rejects.toEqual(NOTHING);
    await expect(openRefund(payer, { token })).rejects.toEqual(code("RATE_LIMITED"));
    const elsewhere = { ...payer, clientAddress: "198.51.100.7" };
    await expect(openRefund(elsewhere, { token })).rejects.toEqual(NOTHING);
  });
});

describe("whoever has the program's connection", () => {
  async function refused(why: RegExp, ...statements: string[]): Promise<void> {
    await app.query("begin");
    const run = async () => {
      for (const statement of statements) await app.query(statement);
      await app.query("set constraints all immediate");
    };
    const tried = await run().then(
      () => "done",
      (error: Error) => error.message,
    );
    await app.query("rollback");
    expect(tried).toMatch(why);
  }
  const insert = (of: Record<string, unknown>) => {
    const made = {
      ...{ id: MINE, account_id: world.ctx.account?.id, asset: "BTC", quantity_units: 99_500, from_pending: false },
      ...{ reference: "mine", recorded_by: "staff:Ada", status: "REQUESTED", is_out: false, kind: "REFUND", ...of },
    };
    const [columns, values] = [Object.keys(made), Object.values(made).map((value) => `'${value}'`)];
    return `insert into payout (${columns.join(", ")}) values (${values.join(", ")})`;
  };

  test("refunds nothing to an address that was only guessed, or that a link does not say", async () => {
    const [of, next] = [await retained(), await retained()];
    const { refundLinkId: id, token } = await link(of);
    const place = { bill_id: of.paymentId, deposit_id: of.txId };
    await world.ctx.db.deposit.update({ where: { id: of.txId }, data: { sourceAddress: OTHER } });
    await refused(/payout_recorded|standing beneficiary/, insert(place));
    await refused(/standing beneficiary/, insert({ ...place, refund_link_id: id }));
    const guess = `update refund_link set used_at = now(), network = 'bitcoin', compared = d.source_address, address = d.source_address,
      script = '00' from deposit d where d.id = refund_link.deposit_id and refund_link.id = '${id}'`;
    await refused(/permission denied/, guess);
    await refused(/permission denied/, `update refund_link set digest = sha256('mine') where id = '${id}'`);
    const used = (text: string) =>
      `select take_refund_link('${text}', 'bitcoin', '${ADDRESS}', '${ADDRESS}', '0014a2337087936a3b1dff5b6bd4b8a8c1f0e5a3d5c7')`;
    const digest = "(select encode(digest, 'hex') from refund_link limit 1)";
    const taken = await app.query(`select take_refund_link(${digest}, 'bitcoin', 'x', 'x', '00') as id`);
    expect(taken.rows).toEqual([{ id: null }]);
    // Even who knows the token gets nothing but this deposit's, for this account, in this asset, in the maker's name.
    const link_ = { ...place, refund_link_id: id };
    await refused(/used for nothing/, audited(id), used(token));
    await refused(/standing beneficiary/, used(token), insert({ ...link_, deposit_id: next.txId }));
    await refused(/standing beneficiary/, used(token), insert({ ...link_, bill_id: next.paymentId }));
    await refused(/standing beneficiary/, used(token), insert({ ...link_, asset: "BCH" }));
    await refused(/standing beneficiary/, used(token), insert({ ...link_, account_id: world.other.account?.id }));
    await refused(/maker of its link/, used(token), insert({ ...link_, recorded_by: "staff:Grace" }));
    await refused(/payout_refund/, used(token), insert({ ...link_, kind: "PAYOUT" }));
    await refused(/payout_booked|books say|audit record/, used(token), insert(link_));
    await give(token);
    const payout = await payoutOf(of);
    await refused(/permission denied/, `update payout set refund_link_id = null where id = '${payout.payoutId}'`);
    await refused(/permission denied/, `update refund_link set address = '${OTHER}' where id = '${id}'`);
    await refused(
      /used or ended once/,
      `update refund_link set ended_at = now(), ended_by = 'x', ended_why = 'ENDED' where id = '${id}'`,
    );
    await refused(/payout_refund_link/, insert(link_));
    await refused(
      /payout_recorded/,
      insert({ ...link_, status: "RECORDED", is_out: true, approval_id: String(payout["approvalId"]) }),
    );
    await withdraw(ada, approvalOf(payout));
  });

  const audited = (id: string) =>
    `insert into audit (at, actor, action, object_kind, object_id, detail, request_id) values (business_now(), 'public', 'x', 'refund-link', '${id}', '{}', 'x')`;

  test("makes no link in a person's name, nor one that is used, that lives longer, or of another's deposit", async () => {
    const of = await retained();
    const users = await world.ctx.db.staffUser.findUniqueOrThrow({ where: { email: "ada@example.com" } });
    const insertLink = (more: Record<string, unknown>) => {
      const made = {
        ...{ id: MINE, account_id: world.ctx.account?.id, bill_id: of.paymentId, deposit_id: of.txId, asset: "BTC" },
        ...{ digest: `\\x${"ab".repeat(32)}`, made_by: "key:ak_test", ...more },
      };
      const values = Object.values(made).map((value) => `'${value}'`);
      return `insert into refund_link (${Object.keys(made).join(", ")}) values (${values.join(", ")})`;
    };
    await refused(/proof of whose/, insertLink({ made_by: "staff:Ada", made_user_id: users.id }));
    await refused(/refund_link_check/, insertLink({ made_by: "staff:Ada" }));
    await refused(/begins open/, insertLink({ expires_at: new Date(Date.now() + 400 * LIFE).toISOString() }));
    await refused(/begins open/, insertLink({ account_id: world.other.account?.id }));
    await refused(/begins open/, insertLink({ asset: "BCH" }));
    await refused(/audit record/, insertLink({}));
  });
});

describe("time", () => {
  test("ends a link after 14 days: it is used in the last millisecond before, and not in the next", async () => {
    const [early, late] = [await retained(), await retained()];
    const at = Date.now() + 86_400_000;
    await clock.set(new Date(at));
    const [one, two] = [await link(early), await link(late)];
    expect(one.expiresAt).toBe(at + LIFE);
    await clock.set(new Date(at + LIFE - 1));
    await give(one.token);
    expect(await linkOf(late)).toMatchObject({ status: "OPEN" });
    const place = await needRefundPlace(payer, { token: two.token, address: ADDRESS });
    const used = holdRefund(payer, two.token, async (tx) => {
      await clock.set(new Date(at + LIFE));
      await useLink(tx, two.token, place);
    });
    await expect(used).rejects.toEqual(NOTHING);
    expect(await linkOf(late)).toMatchObject({ status: "EXPIRED" });
    for (const act of [() => openRefund(payer, two), () => give(two.token)])
      await expect(act()).rejects.toEqual(NOTHING);
    await withdraw(ada, approvalOf(await payoutOf(early)));
  });
});
