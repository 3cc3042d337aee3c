import { HDKey } from "@scure/bip32";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, type MadeBill, openApi } from "#e2e/world/api.ts";
import type { Got } from "#e2e/world/client.ts";
import { asOwner } from "#e2e/world/agreed.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { actingFor, hire, type Person } from "./people.ts";

// Whose a wallet is: the house holds the keys of what it sells. First-edition paths answer by the same permissions.

const WALLETS = "/manage/v1/wallets";
const PATH = "m/84'/0'/0'";

let api: Api;
let rival: Person;
beforeAll(async () => {
  api = await openApi();
  await api.plainPrices();
  rival = await hire(api, "treasurer", ["rival"]);
});
afterAll(() => api?.close());

type Attack = { added: Got; activated: Got | undefined; address: string; bill: MadeBill };

/** A stranger adds a key of their own, has it used, and the victim makes a bill. */
async function attack(seed: number, account: string | undefined): Promise<Attack> {
  const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(seed)).derive(PATH).publicExtendedKey;
  const body = { kind: "BTC_P2WPKH", xpub, path: PATH, ...(account && { account }) };
  const added = await api.post(WALLETS, body, rival.who);
  const made = added.as<{ walletId?: string; addresses?: { address: string }[] }>();
  const address = made.addresses?.[0]?.address ?? "none";
  const activate = `${WALLETS}/${made.walletId}/activate`;
  const activated = made.walletId ? await api.post(activate, { firstAddress: address }, rival.who) : undefined;
  const victim = await api.newKey({ account: account ?? "tenant" });
  return { added, activated, address, bill: await api.bill({ bech32: true }, victim) };
}

describe.each([
  ["set aside for another account", 11, "acme"],
  ["of the house", 12, undefined],
] as const)("a wallet %s", (_whose, seed, account) => {
  let done: Attack;
  beforeAll(async () => {
    done = await attack(seed, account);
    expect(done.added.status).not.toBe(400);
  });

  test("is not added by an account's treasurer", () => {
    expect([done.added.status, done.added.problem.code]).toEqual([403, "FORBIDDEN"]);
  });

  test("is not activated by an account's treasurer", () => {
    expect(done.activated?.status ?? 403).toBe(403);
  });

  test("never receives another account's money by a stranger's key", () => {
    expect(done.bill.deposit_address).not.toBe(done.address);
  });
});

test("whoever tries to turn an account's deposits stands in the records of the house and of their own account", async () => {
  const readers = [
    ["/house/v1/audit", await api.staffOfHouse("auditor")],
    ["/manage/v1/audit", (await hire(api, "admin", ["rival"])).who],
  ] as const;
  for (const [target, who] of readers) {
    const { data } = (await api.get(`${target}?limit=500`, who)).as<{ data: Record<string, unknown>[] }>();
    expect(data).toContainEqual(
      expect.objectContaining({
        action: "access.refuse",
        objectId: "POST /house/v1/wallets",
        actor: "staff:treasurer",
      }),
    );
  }
});

test("what is refused in one account, or at the operator, stands in the record of that one alone", async () => {
  const both = await hire(api, "viewer", ["rival", "zebra"]);
  const { id: houseId } = await houseOf(api.app);
  await asOwner(
    api.databaseUrl,
    `begin; alter table membership disable trigger membership_guard;
    insert into membership (user_id, account_id, role) values ('${both.userId}', '${houseId}', 'viewer');
    set constraints all immediate; alter table membership enable trigger membership_guard; commit`,
  );
  const zebra = await actingFor(api, both, "zebra");
  expect((await api.post("/manage/v1/keys", { name: "k" }, zebra)).status).toBe(403);
  expect((await api.post(WALLETS, {}, zebra)).status).toBe(403);
  const { rows } = await api.app.database.pool.query(
    `select a.object_id as object, t.name from audit a join account t on t.id = a.account_id
    where a.action = 'access.refuse' and a.actor = 'staff:viewer' order by a.seq`,
  );
  expect(rows).toEqual([
    { object: "POST /manage/v1/keys", name: "zebra" },
    { object: "POST /house/v1/wallets", name: "house" },
  ]);
});

test("the house's wallets are not read by an account's people", async () => {
  const got = await api.get(WALLETS, rival.who);
  expect([got.status, got.problem.code]).toEqual([403, "FORBIDDEN"]);
});
