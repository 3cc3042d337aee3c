import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "#e2e/world/agreed.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { code, personIn, personOfHouse, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { insertKey } from "#lib/keys/key-store.ts";
import { needLinkable } from "#lib/moves/linkable.ts";
import { approve, decline, withdraw } from "./decide-approval.ts";
import { listApprovals } from "./list-approvals.ts";
import { requestMoveOrAsk } from "./moves-or-ask.ts";
import { ask } from "./ask.ts";
import { makeKeyOrAsk, patchHouseSettingsOrAsk, rotateKeyOrAsk } from "./or-ask.ts";
import { makeBeneficiaryOrAsk } from "./payout-or-ask.ts";

let world: World;
let hugo: Ctx;
let hanna: Ctx;
let hedda: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  [hugo, hanna, hedda] = (await Promise.all(
    ["Hugo", "Hanna", "Hedda"].map((name) => personOfHouse(world, name, "admin")),
  )) as [Ctx, Ctx, Ctx];
  await changeSettings(world.ctx, { secondPerson: "always" });
});
// A tenant has five at most.
afterEach(() => asOwner(world.databaseUrl, "update api_key set revoked_at = now() where revoked_at is null"));
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const userOf = ({ actor }: Ctx) => (actor.kind === "staff" ? actor.userId : "");
const makersOf = async (id: string) =>
  (await world.ctx.db.apiKey.findUniqueOrThrow({ where: { id }, select: { makerUserIds: true } })).makerUserIds.sort();
/** A key of the maker's tenant, agreed to by another, as it acts. */
async function keyOf(maker: Ctx, agreeing: Ctx, scopes: readonly string[], replaces?: string): Promise<Ctx> {
  const { keyId, approvalId = "" } = replaces
    ? await rotateKeyOrAsk(maker, { keyId: replaces })
    : await makeKeyOrAsk(maker, { name: "robot", scopes });
  await approve(agreeing, { approvalId });
  return contextFor(world.app, { actor: { kind: "key", keyId, scopes }, account: maker.account, requestId: "test" });
}
const idOf = ({ actor }: Ctx) => (actor.kind === "key" ? actor.keyId : "");
const OF_HOUSE = ["house:settings", "house:moves"];
const loosen = async (by: Ctx) => waits(await patchHouseSettingsOrAsk(by, { secondPerson: "never" }));
const refused = (sentence: RegExp) => code("FORBIDDEN", sentence);

describe("what a key asks for", () => {
  test("is agreed to by another than who made the key, also for the database; they withdraw it", async () => {
    const key = await keyOf(hugo, hanna, OF_HOUSE);
    const pending = await loosen(key);
    const { approvalId } = pending;
    expect(pending.askedBy).toBe(`key:${idOf(key)}`);
    await expect(approve(hugo, pending)).rejects.toEqual(refused(/yourself/));
    await expect(decline(hugo, { approvalId, note: "no" })).rejects.toEqual(refused(/yourself/));
    const decided = (by: Ctx) =>
      world.ctx.transaction((tx) =>
        tx.db.$executeRawUnsafe(
          `update approval set status = 'APPROVED', decided_by = 'staff:x', decided_at = business_now(), decided_user_id = '${userOf(by)}' where id = '${approvalId}'`,
        ),
      );
    await expect(decided(hugo)).rejects.toThrow("may not approve: ASKED");
    const mine = async (ctx: Ctx) =>
      (await listApprovals(ctx, { status: "PENDING" })).data.find((row) => row.approvalId === approvalId)?.yours;
    expect([await mine(hugo), await mine(hanna)]).toEqual([true, false]);
    await expect(withdraw(hanna, { approvalId, note: "x" })).rejects.toEqual(code("FORBIDDEN"));
    expect(await withdraw(hugo, { approvalId, note: "not mine" })).toMatchObject({ status: "WITHDRAWN" });
    const again = await loosen(key);
    expect(await decline(hedda, { approvalId: again.approvalId, note: "no" })).toMatchObject({ status: "DECLINED" });
  });

  test("is also that of who made a key whose place it has taken", async () => {
    const first = await keyOf(hugo, hanna, OF_HOUSE);
    const next = await keyOf(hanna, hedda, OF_HOUSE, idOf(first));
    expect(await makersOf(idOf(next))).toEqual([userOf(hugo), userOf(hanna)].sort());
    const pending = await loosen(next);
    await expect(approve(hugo, pending)).rejects.toEqual(refused(/yourself/));
    await expect(approve(hanna, pending)).rejects.toEqual(refused(/yourself/));
    await decline(hedda, { approvalId: pending.approvalId, note: "no" });
  });

  test("is not agreed to by whom its maker has made within thirty days", async () => {
    const key = await keyOf(hugo, hedda, OF_HOUSE);
    await world.ctx.db.$executeRawUnsafe(
      `insert into authority (user_id, account_id, act, by_user_id, at) values ('${userOf(hanna)}', house_account(), 'promoted', '${userOf(hugo)}', clock_timestamp() - interval '29 days')`,
    );
    const pending = await loosen(key);
    await expect(approve(hanna, pending)).rejects.toEqual(refused(/third person/));
    await decline(hedda, { approvalId: pending.approvalId, note: "no" });
  });

  test("of an account is agreed to by another of it", async () => {
    const [ada, grace] = [await personIn(world, "Ada", "admin"), await personIn(world, "Grace", "admin")];
    const key = await keyOf(ada, grace, ["payouts:request"]);
    const { approvalId = "" } = await makeBeneficiaryOrAsk(key, {
      name: "A",
      asset: "EUR",
      iban: "DE89370400440532013000",
    });
    await expect(approve(ada, { approvalId })).rejects.toEqual(refused(/yourself/));
    expect(await approve(grace, { approvalId })).toMatchObject({ status: "APPROVED" });
  });

  test("and moves is proven by another than its maker and the key itself", async () => {
    const key = await keyOf(hugo, hedda, OF_HOUSE);
    const capital = { kind: "CAPITAL_IN", to: "venue:sandbox", asset: "EUR", note: "x" } as const;
    const moveOf = async (by: Ctx, agreeing: Ctx) => {
      const pending = waits(await requestMoveOrAsk(by, { ...capital, quantity: Decimal.from("100") }));
      await approve(agreeing, pending);
      return pending.request?.["moveId"] ?? "";
    };
    const link = (by: Ctx, moveId: string) =>
      needLinkable(by, moveId, () => ({ side: "ARRIVED", place: "venue:sandbox", asset: "EUR" }));
    const ofKey = await moveOf(key, hedda);
    await expect(link(hugo, ofKey)).rejects.toEqual(refused(/somebody else links/));
    await expect(link(key, ofKey)).rejects.toEqual(refused(/somebody else links/));
    const ofMaker = await moveOf(hugo, hedda);
    await expect(link(key, ofMaker)).rejects.toEqual(refused(/somebody else links/));
    expect(await link(hedda, ofKey)).toMatchObject({ id: ofKey });
  });
});

describe("who made a key", () => {
  test("stays with it", async () => {
    const key = await keyOf(hugo, hedda, OF_HOUSE);
    expect(await makersOf(idOf(key))).toEqual([userOf(hugo)]);
    const emptied = `update api_key set maker_user_ids = '{}' where id = '${idOf(key)}'`;
    await expect(world.ctx.db.$executeRawUnsafe(emptied)).rejects.toThrow("keeps its makers");
  });

  test("is who asked for it, or the database lets it not be agreed to", async () => {
    const account = hugo.account ?? { id: "", name: "" };
    const keyId = "ak_of_nobody";
    await hugo.transaction((tx) =>
      insertKey(tx, {
        id: keyId,
        accountId: account.id,
        name: "x",
        mode: "sandbox",
        scopes: OF_HOUSE,
        secretSealed: Buffer.from("x"),
        publicKey: null,
        ratePerSecond: 1,
        ipAllow: [],
        expiresAt: null,
        waiting: true,
        makerUserIds: [],
      }),
    );
    const pending = waits(await ask(hugo, { what: "key", request: { keyId, name: "x", scopes: OF_HOUSE.join(" ") } }));
    await expect(approve(hedda, pending)).rejects.toThrow("one of its makers");
    // No record tells who made it, which the check of the books would find.
    await asOwner(world.databaseUrl, `delete from api_key where id = '${keyId}'`);
  });
});

describe("what is asked for by who may not ask for it any more", () => {
  const gone = code("INVALID_STATE", /may not ask for it any more/);
  const became = (by: Ctx, what: string) =>
    asOwner(world.databaseUrl, `update membership set ${what} where user_id = '${userOf(by)}'`);
  const capital = async (by: Ctx) => {
    const move = { kind: "CAPITAL_IN", to: "venue:sandbox", asset: "EUR", note: "x" } as const;
    return waits(await requestMoveOrAsk(by, { ...move, quantity: Decimal.from("5") }));
  };

  test("is agreed to by nobody, also for the database, and declined", async () => {
    const ivo = await personOfHouse(world, "Ivo", "admin");
    const pending = await loosen(ivo);
    await became(ivo, "disabled_at = now()");
    await expect(approve(hanna, pending)).rejects.toEqual(gone);
    const raw = `update approval set status = 'APPROVED', decided_by = 'staff:Hanna', decided_at = business_now(), decided_user_id = '${userOf(hanna)}' where id = '${pending.approvalId}'`;
    await expect(world.ctx.transaction((tx) => tx.db.$executeRawUnsafe(raw))).rejects.toThrow("may not any more");
    expect(await decline(hanna, { approvalId: pending.approvalId, note: "gone" })).toMatchObject({
      status: "DECLINED",
    });
  });

  test("is agreed to where their other role may ask for it as well, and not where it may not", async () => {
    const [ira, jo] = [await personOfHouse(world, "Ira", "admin"), await personOfHouse(world, "Jo", "admin")];
    const [lost, still] = [await capital(ira), await capital(jo)];
    await became(ira, "role = 'compliance', role_since = clock_timestamp()");
    await became(jo, "role = 'treasurer', role_since = clock_timestamp()");
    await expect(approve(hanna, lost)).rejects.toEqual(gone);
    expect(await approve(hanna, still)).toMatchObject({ status: "APPROVED" });
  });

  test("is not agreed to once the key that asked has ended", async () => {
    const key = await keyOf(hanna, hugo, OF_HOUSE);
    const pending = await loosen(key);
    await asOwner(world.databaseUrl, `update api_key set revoked_at = now() where id = '${idOf(key)}'`);
    await expect(approve(hedda, pending)).rejects.toEqual(gone);
    await decline(hedda, { approvalId: pending.approvalId, note: "no" });
  });
});
