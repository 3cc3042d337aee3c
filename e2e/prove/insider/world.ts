import { HDKey } from "@scure/bip32";
import { encode } from "next-auth/jwt";
import pg from "pg";
import { hired } from "#e2e/world/agreed.ts";
import { type Api, openApi } from "#e2e/world/api.ts";
import { changeHouseSettings, changeSettings } from "#e2e/world/change-settings.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import type { AnyRole } from "#lib/contract/permissions.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { openSession, sessionSecret } from "#lib/people/session.ts";

/** Somebody with a role in one tenant, and what the requests of each of two browsers of theirs carry. */
export type Person = {
  userId: string;
  name: string;
  email: string;
  sid: string;
  who: Partial<ApiRequest>;
  other: Partial<ApiRequest>;
};

/** A house and two accounts that have all an insider could want, under rules that ask for two persons. */
export type Scene = {
  api: Api;
  /** As the owner, who reads whatever the proof compares. */
  owner: pg.Client;
  acme: string;
  rival: string;
  house: string;
  /** The malicious ones. */
  mallory: Person;
  hal: Person;
  /** Colleagues of theirs. */
  ada: Person;
  vera: Person;
  dora: Person;
  hanna: Person;
  rita: Person;
  /** Whose membership has ended while a session of theirs is open. */
  rex: Person;
  /** A key of somebody's own, added and not in use. */
  walletId: string;
  firstAddress: string;
  heldId: string;
  /** Where money of acme may go, and a payout there that waits for the house. */
  beneficiaryId: string;
  payoutId: string;
  rivalPaymentId: string;
  rivalKeyId: string;
  close(): Promise<void>;
};

const HELD_ABOVE = "0.001";

export async function openScene(): Promise<Scene> {
  const api = await openApi({ alone: true });
  const owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  const operator = contextFor(api.app, { actor: { kind: "operator" }, requestId: "test" });
  const [acme, rival, house] = await Promise.all([
    openAccount(operator, "acme"),
    openAccount(operator, "rival"),
    houseOf(api.app),
  ]);
  const person = (name: string, role: AnyRole, accountId: string): Promise<Person> => hire(api, name, role, accountId);
  const [mallory, ada, vera, dora, rex, rita, hal, hanna] = await Promise.all([
    person("Mallory", "admin", acme.id),
    person("Ada", "treasurer", acme.id),
    person("Vera", "viewer", acme.id),
    person("Dora", "treasurer", acme.id),
    person("Rex", "admin", acme.id),
    person("Rita", "admin", rival.id),
    person("Hal", "admin", house.id),
    person("Hanna", "admin", house.id),
  ]);
  await api.plainPrices();
  await api.pay(await paidBill(api), 0.002, "bitcoin");
  await api.newKey({ scopes: ["payments:read"] });
  const rivalKey = await api.newKey({ account: "rival" });
  const rivalBill = await api.bill({ subaccount: "rival-shop" }, rivalKey);
  const ofAcme = contextFor(api.app, { actor: { kind: "operator" }, account: acme, requestId: "test" });
  await changeSettings(ofAcme, { openExposureLimit: "1000000", "depositLimit.BTC": "10" });
  await changeHouseSettings(operator, { "depositLimit.BTC": "10", "houseExposureLimit.BTC": "5" });
  await changeHouseSettings(ofAcme, { "depositLimit.BTC": HELD_ABOVE });
  await api.pay(await paidBill(api), 0.002, "bitcoin");
  await api.control("bank", { currency: "EUR", amount: 5, reference: "a stranger's" });
  const wallet = await idleWallet(api, hanna);
  const place = { name: "Acme", asset: "EUR", iban: ibanOf(1) };
  const { beneficiaryId } = (await api.post("/manage/v1/beneficiaries", place, ada.who)).as<{
    beneficiaryId: string;
  }>();
  await api.settings({ secondPerson: "always" });
  const input = { asset: "EUR", quantity: 1, reference: "to the beneficiary", beneficiaryId };
  const { payoutId } = (await api.post("/manage/v1/payouts", input, ada.who)).as<{ payoutId: string }>();
  await owner.query(
    "insert into staff_totp (id, user_id, secret_sealed, confirmed_at) select gen_random_uuid(), id, 'x', clock_timestamp() from unnest($1::uuid[]) id",
    [[hanna.userId, ada.userId, dora.userId]],
  );
  await owner.query(
    "insert into staff_passkey (id, user_id, name, public_key, counter) values ('hers', $1, 'x', 'x', 0)",
    [hanna.userId],
  );
  await owner.query(
    `insert into audit (at, actor, action, account_id, object_kind, object_id, request_id)
      select business_now(), 'operator', 'user.' || f.kind || '.add', $1, 'user', f.user_id::text, 'by hand'
      from (select 'authenticator' as kind, user_id from staff_totp union all select 'passkey', user_id from staff_passkey) f`,
    [acme.id],
  );
  await owner.query("update membership set disabled_at = clock_timestamp() where user_id = $1", [dora.userId]);
  await owner.query("delete from membership where user_id = $1", [rex.userId]);
  const idOf = async (sql: string) => String((await owner.query<{ id: string }>(sql)).rows[0]?.id ?? "");
  return {
    api,
    owner,
    acme: acme.id,
    rival: rival.id,
    house: house.id,
    ...{ mallory, ada, vera, dora, rex, rita, hal, hanna },
    ...wallet,
    heldId: await idOf("select id from deposit where status = 'HELD' limit 1"),
    ...{ beneficiaryId, payoutId },
    rivalPaymentId: rivalBill.paymentId,
    rivalKeyId: rivalKey.keyId,
    async close() {
      await owner.end();
      await api.close();
    },
  };
}

async function idleWallet(api: Api, { who }: Person): Promise<Pick<Scene, "walletId" | "firstAddress">> {
  const path = "m/84'/0'/0'";
  const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive(path).publicExtendedKey;
  const { walletId, addresses } = (
    await api.post("/house/v1/wallets", { kind: "BTC_P2WPKH", xpub, path, account: "acme" }, who)
  ).as<{ walletId: string; addresses: { address: string }[] }>();
  return { walletId, firstAddress: addresses[0]?.address ?? "" };
}

const paidBill = (api: Api) => api.bill({ strategy: "RFQ", fiatReceivable: 100, subaccount: "shop-1" });

async function hire(api: Api, name: string, role: AnyRole, accountId: string): Promise<Person> {
  const operator = contextFor(api.app, { actor: { kind: "operator" }, requestId: "test" });
  const email = `${name.toLowerCase()}@example.com`;
  const { userId } = await hired(operator, api.databaseUrl, { email, name, memberships: [{ accountId, role }] });
  const [sid, second] = [await openSession(api.app, userId), await openSession(api.app, userId)];
  return { userId, name, email, sid, who: await carriedBy(api, sid), other: await carriedBy(api, second) };
}

async function carriedBy(api: Api, sid: string): Promise<Partial<ApiRequest>> {
  const token = await encode({ token: { sid }, secret: sessionSecret(api.app.secrets) });
  return { key: null, headers: { cookie: `next-auth.session-token=${token}`, origin: api.url } };
}
