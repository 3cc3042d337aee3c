import type { App } from "./app.ts";
import type { AccountRef, Ctx } from "./context.ts";
import { must, Refusal } from "./errors.ts";
import { isId } from "./ids.ts";
import { slot } from "./slots.ts";
import { accountOfId, accountOfName, houseAccount } from "./tenant-store.ts";

const HOUSE = slot<AccountRef>("the house's account");

/** The house: the tenant of its own that runs the service; a migration made it. */
export async function houseOf(app: App): Promise<AccountRef> {
  const known = app.slots.get(HOUSE);
  if (known) return known;
  const found = await houseAccount(app.database.prisma);
  must(found, "the database has a house");
  app.slots.set(HOUSE, found);
  return found;
}

/** The account of this name, undefined when there is none; the house is none of them. */
export async function accountByName({ db }: Pick<Ctx, "db">, name: string): Promise<AccountRef | undefined> {
  return (await accountOfName(db, name)) ?? undefined;
}

/** The account of this name, refused with NOT_FOUND when there is none. */
export async function needAccount(ctx: Ctx, name: string): Promise<AccountRef> {
  const account = await accountByName(ctx, name);
  if (!account) throw new Refusal("NOT_FOUND", `There is no account named ${name}.`);
  return account;
}

/** The account with this id or name, undefined when there is none; the house is none of them. */
export async function accountNamed({ database: { prisma: db } }: App, named: string): Promise<AccountRef | undefined> {
  const byId = isId(named) ? await accountOfId(db, named) : null;
  return byId ?? accountByName({ db }, named);
}
