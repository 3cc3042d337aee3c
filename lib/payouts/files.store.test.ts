import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { transferFaults } from "#e2e/world/iso20022.ts";
import { auditedOf, code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { stateLostHoursOrAsk } from "#lib/approvals/lost-hours-or-ask.ts";
import { cancelPayout, payOrAsk, rejectPayout } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary, retireBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { listComments, makeComment } from "#lib/cases/comments.ts";
import type { FileOut } from "#lib/contract/out.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { addDestination } from "#lib/moves/destinations.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import type { PayoutRecord } from "./contract.ts";
import { filePayouts } from "./file-store.ts";
import { getPayout } from "./get-payouts.ts";
import { listPayoutFiles, makePayoutFile, readPayoutFile } from "./make-file.ts";

const NEWER = "pain.001.001.09";

let world: World;
let hugo: Ctx;
let places = 0;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  hugo = await personOfHouse(world, "Hugo");
  const sold = await world.bill({ fiatReceivable: Decimal.from("500") });
  await world.pay(sold, sold.quantity);
  await addDestination(hugo, { place: "bank:main", asset: "EUR", address: ibanOf(900), label: "ours" });
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

const beneficiary = async () => {
  places += 1;
  return (await makeBeneficiary(world.ctx, { name: "Müller", asset: "EUR", iban: ibanOf(places), bic: "COBADEFF" }))
    .beneficiaryId;
};
async function approved(quantity: string, beneficiaryId?: string): Promise<string> {
  const to = beneficiaryId ?? (await beneficiary());
  const input = { asset: "EUR" as const, quantity: Decimal.from(quantity), reference: "inv 7", beneficiaryId: to };
  return (JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<PayoutRecord>).text) as { payoutId: string }).payoutId;
}
const now = async (payoutId: string) => JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord;
async function textOf(fileId: string): Promise<string> {
  const { bytes } = (await readPayoutFile(hugo, { fileId })) as Extract<FileOut, object>;
  return new TextDecoder().decode(bytes as Uint8Array);
}

test("approved payouts of one fiat go into a valid file, once, and are paid by their lines", async () => {
  const ids = [await approved("100"), await approved("50.5")];
  const retired = await beneficiary();
  const left = await approved("1", retired);
  await retireBeneficiary(world.ctx, { beneficiaryId: retired });
  const made = await makePayoutFile(hugo, { currency: "EUR", format: NEWER });
  expect(made).toMatchObject({ payouts: 2, format: NEWER, bank: "main", madeBy: "staff:Hugo" });
  expect(made.total.toString()).toBe("150.5");
  const xml = await textOf(made.fileId);
  expect(transferFaults(xml)).toBe("");
  expect((await auditedOf(hugo, made.fileId)).map(({ actor, action }) => [actor, action])).toEqual([
    ["staff:Hugo", "payout-file.download"],
    ["staff:Hugo", "payout.file"],
  ]);
  expect(createHash("sha256").update(xml).digest("hex")).toBe(made.sha256);
  expect(xml).toContain(`<DbtrAcct><Id><IBAN>${ibanOf(900)}</IBAN></Id>`);
  for (const id of ids) {
    const record = await now(id);
    expect(record).toMatchObject({ status: "PREPARED", fileId: made.fileId, endToEndId: id.replaceAll("-", "") });
    expect(xml).toContain(`<EndToEndId>${record.endToEndId}</EndToEndId>`);
    await expect(cancelPayout(world.ctx, { payoutId: id })).rejects.toEqual(code("INVALID_STATE"));
    await expect(rejectPayout(hugo, { payoutId: id, note: "no" })).rejects.toEqual(code("INVALID_STATE"));
  }
  await expect(makePayoutFile(hugo, { currency: "EUR" })).rejects.toEqual(code("INVALID_STATE", /No approved payout/));
  await expect(makePayoutFile(hugo, { currency: "USD" })).rejects.toEqual(code("INVALID_STATE", /no destination/));
  await playBank(hugo, { currency: "EUR", amount: Decimal.from("-100"), reference: ids[0] ?? "" });
  expect(await now(ids[0] ?? "")).toMatchObject({ status: "CONFIRMED", fileId: made.fileId });
  expect((await listPayoutFiles(hugo)).data).toHaveLength(1);
  const on = { kind: "BATCH" as const, objectId: made.fileId };
  await makeComment(hugo, { ...on, note: "Uploaded at the bank." });
  expect((await listComments(hugo, on)).data).toMatchObject([{ detail: "Uploaded at the bank." }]);
  await expect(makeComment(hugo, { ...on, objectId: left, note: "x" })).rejects.toEqual(code("NOT_FOUND"));
  await expect(makeComment(world.ctx, { ...on, note: "x" })).rejects.toEqual(code("NOT_FOUND"));
  expect(await now(left)).toMatchObject({ status: "APPROVED" });
  await rejectPayout(hugo, { payoutId: left, note: "retired" });
});

test("its line confirms a payout, another amount does not, and a line that brings it back fails it, each once", async () => {
  const [id, other] = [await approved("20"), await approved("21")];
  await makePayoutFile(hugo, { currency: "EUR" });
  const compact = (payoutId: string) => payoutId.replaceAll("-", "");
  const bank = (amount: string, reference: string) =>
    playBank(hugo, { currency: "EUR", amount: Decimal.from(amount), reference });
  await bank("-20.01", `${compact(id)} too much`);
  expect(await now(id)).toMatchObject({ status: "PREPARED" });
  await bank("-20", compact(id));
  await bank("-20", compact(id));
  expect(await now(id)).toMatchObject({ status: "CONFIRMED" });
  await bank("20", `returned ${compact(other)}`);
  expect(await now(other)).toMatchObject({ status: "PREPARED" });
  await bank("20", `returned ${compact(id)}`);
  expect(await now(id)).toMatchObject({ status: "FAILED", reason: "The bank has returned it." });
  await bank("20", `returned again ${compact(id)}`);
  expect(await now(id)).toMatchObject({ status: "FAILED" });
});

test("two who ask at once write each payout into one file", async () => {
  const ids = await Promise.all(["1", "2", "3"].map((quantity) => approved(quantity)));
  const made = await Promise.allSettled([1, 2, 3].map(() => makePayoutFile(hugo, { currency: "EUR" })));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const files = new Set((await Promise.all(ids.map(now))).map(({ fileId }) => fileId));
  expect(files.size).toBe(1);
});

test.each<[string, (xml: string) => string]>([
  ["another account", (xml) => xml.replace(/<CdtrAcct><Id><IBAN>[^<]*/, `<CdtrAcct><Id><IBAN>${ibanOf(777)}`)],
  ["another bank", (xml) => xml.replace("<BICFI>COBADEFF", "<BICFI>DEUTDEFF")],
  ["another amount", (xml) => xml.replace(/<InstdAmt Ccy="EUR">[^<]*/, '<InstdAmt Ccy="EUR">400.00')],
  [
    "one transfer more",
    (xml) =>
      xml.replace(
        /(<CdtTrfTxInf>.*<\/CdtTrfTxInf>)/,
        (one) => one + one.replaceAll(/<IBAN>[^<]*/g, `<IBAN>${ibanOf(777)}`),
      ),
  ],
])("the database takes no file that says %s", async (_what, change) => {
  const id = await approved("7");
  const { fileId } = await makePayoutFile(hugo, { currency: "EUR" });
  const honest = await textOf(fileId);
  const next = await approved("7");
  const xml = change(honest.replaceAll(id.replaceAll("-", ""), next.replaceAll("-", "")));
  const forged = world.ctx.transaction(async (tx) => {
    const file = tx.id();
    await tx.db.payoutFile.create({
      data: {
        id: file,
        bank: "main",
        currency: "EUR",
        messageId: file.replaceAll("-", ""),
        format: NEWER,
        payouts: 1,
        totalUnits: "700",
        sha256: createHash("sha256").update(xml).digest("hex"),
        content: xml,
        madeBy: "x",
      },
    });
    await tx.db.payout.update({ where: { id: next }, data: { status: "PREPARED", fileId: file } });
  });
  await expect(forged).rejects.toThrow(/does not say what its payouts say/);
  expect(accountOf(world.ctx).name).toBe("acme");
  await rejectPayout(hugo, { payoutId: next, note: "no" });
});

test("the database adds no payout to a file that was made", async () => {
  await approved("7");
  const { fileId } = await makePayoutFile(hugo, { currency: "EUR" });
  const late = await approved("7");
  const added = world.ctx.transaction((tx) => filePayouts(tx.db, { payoutIds: [late], fileId }));
  await expect(added).rejects.toThrow(/does not say what its payouts say/);
  await rejectPayout(hugo, { payoutId: late, note: "no" });
});

test("after a restore nothing that may have been paid stands in a file before the bank's statement tells", async () => {
  const payoutId = await approved("2");
  const owner = new pg.Client(world.databaseUrl);
  await owner.connect();
  try {
    await owner.query("update deployment set epoch = 2, restored_at = business_now(), recovered_at = business_now()");
    const restored = code("INVALID_STATE", /was restored, and payouts in EUR may have been paid/);
    await expect(makePayoutFile(hugo, { currency: "EUR" })).rejects.toEqual(restored);
    await playBank(hugo, { currency: "EUR", amount: Decimal.from("7"), reference: "before", at: new Date(0) });
    await expect(makePayoutFile(hugo, { currency: "EUR" })).rejects.toEqual(restored);
    await playBank(hugo, { currency: "EUR", amount: Decimal.from("7"), reference: "after" });
    // A file of the lost hours may lie with the person who uploads it.
    await expect(makePayoutFile(hugo, { currency: "EUR" })).rejects.toEqual(code("LOST_HOURS_OPEN"));
    expect(await now(payoutId)).toMatchObject({ status: "APPROVED", mayHaveLeft: true });
    await stateLostHoursOrAsk(hugo, { note: "the bank's list of uploads was compared" });
    // What the bank has debited since may be one of these: by a file of the lost hours, of which nobody here knows.
    await playBank(hugo, { currency: "EUR", amount: Decimal.from("-3"), reference: "lost file" });
    const undecided = code("LEFT_UNEXPLAINED", /debited EUR by a line that nothing explains.*: lost file/);
    await expect(makePayoutFile(hugo, { currency: "EUR" })).rejects.toEqual(undecided);
    await owner.query("update lost_hours set stated_at = stated_at - interval '5 days' + interval '1 minute'");
    await expect(makePayoutFile(hugo, { currency: "EUR" })).rejects.toEqual(undecided);
    await owner.query("update lost_hours set stated_at = stated_at - interval '1 minute'");
    expect(await makePayoutFile(hugo, { currency: "EUR" })).toMatchObject({ payouts: 1 });
    expect(await now(payoutId)).toMatchObject({ status: "PREPARED" });
  } finally {
    await owner.query("delete from lost_hours");
    await owner.query("update deployment set epoch = 1, restored_at = null, recovered_at = null");
    await owner.end();
  }
});
