import { recordAudit } from "#lib/audit/record-audit.ts";
import { type AccountRef, type Ctx, accountOf, actorName } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { CHECK_VIOLATION, sqlState } from "#lib/kernel/sql-state.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { definitionOf } from "./definitions.ts";
import { checkSetting, refuseBeyond, type Settings, UNSET, type Values } from "./setting.ts";
import {
  holdSettings,
  insertSetting,
  loosening,
  type SettingOwner,
  readHouseSettings,
  readSettings,
  readSettingsAtBill,
} from "./store.ts";

/** The settings that rule for an account now: the house's for it, and its own. */
export const settingsOf = (ctx: Ctx, accountId: string): Promise<Settings> => readSettings(ctx.db, accountId);

/** Those that ruled for a bill's account when the bill was made. */
export const settingsAtBill = (ctx: Ctx, billId: string): Promise<Settings> => readSettingsAtBill(ctx.db, billId);

/** What the house has set for all accounts. */
export const houseSettings = (ctx: Ctx): Promise<Settings> => readHouseSettings(ctx.db);

/** Values that are set together, and where. */
export type Change = { place: SettingOwner; values: Values };

/**
 * What an account's own people set. Refuses with FORBIDDEN a name that is the house's, and with VALIDATION_FAILED an
 * unknown name, a value out of bounds, and one looser than the house allows.
 */
export async function accountChange(ctx: Ctx, values: Values): Promise<Change> {
  const { id: accountId } = accountOf(ctx);
  const checked = check(ctx, values);
  const settings = await settingsOf(ctx, accountId);
  for (const [name, value] of Object.entries(checked)) {
    if (definitionOf(name)?.owner.startsWith("house"))
      throw new Refusal("FORBIDDEN", `${name} is set by the operator, for this account or for all.`);
    refuseBeyond(settings, name, value, ctx.app.mode);
  }
  return { place: { accountId, byHouse: false }, values: checked };
}

/**
 * What the house sets, for all accounts or for one. Refuses with VALIDATION_FAILED an unknown name, a value out of
 * bounds, a name that is an account's alone, and one that cannot differ between accounts.
 */
export function houseChange(ctx: Ctx, account: AccountRef | undefined, values: Values): Change {
  const checked = check(ctx, values);
  for (const name of Object.keys(checked)) {
    const owner = definitionOf(name)?.owner;
    if (owner === "account") throw invalid(name, `${name} is an account's own to set.`);
    if (owner === "house" && account) throw invalid(name, `${name} is one for all accounts; leave account out.`);
  }
  return { place: { accountId: account?.id, byHouse: true }, values: checked };
}

/** What the operator's command line sets for an account: each name where its owner has it (rulebook 12.3). */
export async function operatorChanges(ctx: Ctx, values: Values): Promise<Change[]> {
  const account = accountOf(ctx);
  const owned = (...owners: string[]): Values =>
    Object.fromEntries(
      Object.entries(values).filter(([name]) => owners.includes(definitionOf(name)?.owner ?? "account")),
    );
  const changes = [
    houseChange(ctx, undefined, owned("house")),
    houseChange(ctx, account, owned("house-per-account")),
    await accountChange(ctx, owned("both", "account")),
  ];
  return changes.filter((change) => Object.keys(change.values).length > 0);
}

const check = (ctx: Ctx, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, checkSetting(name, value, ctx.app.mode)]));

/** Of a change, the names that loosen a guard and so wait for a second person where one is asked for. */
export const looseningOf = (ctx: Ctx, { place, values }: Change): Promise<string[]> => loosening(ctx.db, place, values);

/** Holds what rules until the transaction ends, before it is asked what a change of it loosens. */
export const holdRules = (tx: Ctx): Promise<void> => holdSettings(tx.db);

/**
 * Sets values from this moment on; earlier bills keep the rates they were made with. Each stands in the audit record of
 * the side that set it, and what the house sets for an account in that account's too. The reason stays there.
 */
export async function applyChange(ctx: Ctx, change: Change, reason?: string): Promise<void> {
  const { place, values } = change;
  await ctx.transaction(async (tx) => {
    const { house, account } =
      place.accountId === undefined ? await houseSettings(tx) : await settingsOf(tx, place.accountId);
    const before = place.byHouse ? house : account;
    const validFrom = await tx.now();
    const concerned = await concernedAccounts(tx, place);
    for (const [name, value] of Object.entries(values)) {
      await insertSetting(tx.db, {
        ...place,
        id: tx.id(),
        name,
        value,
        validFrom,
        changedBy: actorName(tx.actor),
        approvalId: tx.approval?.approvalId,
      }).catch((error: unknown) => {
        if (sqlState(error) !== CHECK_VIOLATION || !String(error).includes("is no time zone")) throw error;
        throw invalid(name, `${name} is no time zone that the database knows: name it as the database does.`);
      });
      const after = value === UNSET ? null : value;
      const detail = { before: before[name] ?? null, after, ...(reason && { reason }) };
      for (const accountId of concerned)
        await recordAudit(tx, { action: "setting.change", objectKind: "setting", objectId: name, accountId, detail });
    }
  });
}

/** Whose audit record tells of it. */
async function concernedAccounts({ app }: Ctx, { byHouse, accountId }: SettingOwner): Promise<string[]> {
  const own = accountId === undefined ? [] : [accountId];
  return byHouse ? [(await houseOf(app)).id, ...own] : own;
}
