import { expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { addDestination } from "#lib/moves/destinations.ts";
import { makePayoutFile } from "./make-file.ts";

const DAY_MS = 86_400_000;
const dayIn = (zone: string, at = new Date()) => at.toLocaleDateString("sv-SE", { timeZone: zone });

/** A zone in which it is another day than in UTC, whenever that is. */
const zone = ["Pacific/Kiritimati", "Pacific/Pago_Pago"].find((one) => dayIn(one) !== dayIn("UTC")) ?? "";

function nextWeekday(day: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
  const text = next.toISOString().slice(0, 10);
  return [0, 6].includes(next.getUTCDay()) ? nextWeekday(text) : text;
}

test("a file is dated by the operator's own clocks, and executed on its next bank day", async () => {
  const world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  const hugo = await personOfHouse(world, "Hugo");
  const sold = await world.bill({ fiatReceivable: Decimal.from("50") });
  await world.pay(sold, sold.quantity);
  await addDestination(hugo, { place: "bank:main", asset: "EUR", address: ibanOf(900), label: "ours" });
  const { beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "EUR", iban: ibanOf(1) });
  const made = async () => {
    await payOrAsk(world.ctx, { asset: "EUR", quantity: Decimal.from("1"), reference: "r", beneficiaryId });
    const { fileId } = await makePayoutFile(hugo, { currency: "EUR" });
    const { content } = await world.ctx.db.payoutFile.findUniqueOrThrow({ where: { id: fileId } });
    return content.match(/<CreDtTm>(.{10}).*<ReqdExctnDt>(.*)<\/ReqdExctnDt>/s)?.slice(1);
  };
  await changeSettings(world.ctx, { zone });
  const today = dayIn(zone);
  const yesterday = dayIn(zone, new Date(Date.now() - DAY_MS));
  expect(await made()).toEqual([today, nextWeekday(yesterday)]);
  await changeSettings(world.ctx, { bankHolidays: `${nextWeekday(yesterday)} closed` });
  expect(await made()).toEqual([today, nextWeekday(nextWeekday(yesterday))]);
  await world.close();
});
