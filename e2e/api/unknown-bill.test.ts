import { expect, test } from "vitest";
import type { Api } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { books, worldForEach } from "#e2e/world/examples.ts";
import { deriveAddresses } from "#lib/wallets/derive.ts";
import { SANDBOX_WALLETS } from "#lib/wallets/sandbox-keys.ts";

// Money to an address of ours that no bill has, by calls: whoever has the public key derives such an address.

let api: Api;
let house: Partial<ApiRequest>;
worldForEach(
  async (opened) => {
    api = opened;
    house = await api.staffOfHouse("treasurer");
  },
  { alone: true },
);

const PUBLIC_KEY = SANDBOX_WALLETS.find(({ kind }) => kind === "BTC_P2WPKH")?.xpub ?? "";
const derived = deriveAddresses("BTC_P2WPKH", PUBLIC_KEY, 0, 20).map(({ address }) => address);

type Case = { caseId: string; state: string; asset: string; quantity: number; causeFacts: object };
const cases = async (who = house) =>
  (await api.get("/house/v1/cases?kind=UNKNOWN_BILL", who)).as<{ data: Case[] }>().data;
const unassigned = async () => {
  const { "custody:bitcoin BTC": custody, "house:unassigned BTC": nobodys } = await books(api);
  return [custody, nobodys];
};
const mine = async (count: number) => {
  await api.control("blocks", { network: "bitcoin", count });
  await api.settle();
};

test("is a case from its sighting, nobody's in the books once confirmed, no later bill's, and gone with its block", async () => {
  const bill = await api.bill({ bech32: true });
  const next = derived[derived.indexOf(bill.deposit_address) + 1] ?? "";
  expect(derived).toContain(bill.deposit_address);
  const sent = { kind: "WITHDRAWAL", asset: "BTC", quantity: 0.25, address: next };
  const { txHash } = await api.control<{ txHash: string }>("venue-transfers", sent);
  await api.settle();
  expect(await cases()).toMatchObject([
    { state: "OPEN", asset: "BTC", quantity: 0.25, causeFacts: { network: "bitcoin", address: next, txHash } },
  ]);
  expect(await unassigned()).toEqual([undefined, undefined]);
  await mine(2);
  expect(await unassigned()).toEqual(["25000000", "-25000000"]);

  const later: string[] = [];
  for (let at = 0; at < 3; at += 1) later.push((await api.bill({ bech32: true })).deposit_address);
  expect(later).not.toContain(next);
  const { data } = (await api.get(`/payment/v1/payment?address=${next}`)).as<{ data: object[] }>();
  expect(data).toEqual([]);
  const own = await api.get("/manage/v1/cases?kind=UNKNOWN_BILL");
  expect([own.status, own.as<{ data: object[] }>().data]).toEqual([200, []]);

  await api.control("reorg", { network: "bitcoin", depth: 2, drop: [txHash] });
  await api.settle();
  expect(await unassigned()).toEqual([undefined, undefined]);
});
