import { contextFor, type App } from "#lib/kernel/app.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import type { AnyRole } from "#lib/contract/permissions.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { createUser, findUser } from "#lib/people/create-user.ts";
import { openSession } from "#lib/people/session.ts";
import { closeSession } from "#lib/people/sign-out.ts";

/** Who decides what in the demo, by roles; nobody can sign in as one of them: they have no password, and no letter reaches them. */
const CAST = {
  operations: { name: "Operations (demo)", of: "account", role: "operator" },
  treasurer: { name: "Treasurer (demo)", of: "account", role: "treasurer" },
  developer: { name: "Developer (demo)", of: "account", role: "developer" },
  viewer: { name: "Viewer (demo)", of: "account", role: "viewer" },
  rates: { name: "Rates (demo)", of: "house", role: "treasurer" },
  approver: { name: "Approver (demo)", of: "house", role: "treasurer" },
  compliance: { name: "Compliance (demo)", of: "house", role: "compliance" },
} as const satisfies Record<string, { name: string; of: "account" | "house"; role: AnyRole }>;

export type Player = keyof typeof CAST;
const PLAYERS = Object.keys(CAST) as Player[];

const emailOf = (player: Player): string => `${player}@demo.invalid`;

/** The people of the demo while it is being filled: each acts in a session of their own, which ends with it. */
export type Cast = {
  /** A context in which one of them acts, where they belong. */
  as(player: Player, requestId: string): Promise<Ctx>;
  userIdOf(player: Player): Promise<string>;
  leave(): Promise<void>;
};

/**
 * What a person of the demo does before the bill of this number is made: one verb, known again by the scene's name. None
 * changes a price, a fee or who has to agree: a caller who tries the API meanwhile gets what the docs say.
 */
export type Scene = {
  before: number;
  name: string;
  by: Player;
  /** Waits for what the chain or the sale of bills brings: what is {@link NotYet} is tried again before each of the next bills. */
  patient?: boolean;
  play(stage: Stage): Promise<unknown>;
};
type Stage = { ctx: Ctx; cast: Cast; receiverUrl: string };

/** What a scene waits for has not happened. */
export class NotYet extends Error {}

/** Makes those of them that are not there yet. */
export async function openCast(app: App, account: AccountRef): Promise<Cast> {
  const house = await houseOf(app);
  const operator = contextFor(app, { actor: { kind: "operator" }, requestId: "demo" });
  const users = new Map<Player, string>();
  for (const player of PLAYERS) {
    const { name, of, role } = CAST[player];
    const known = await findUser(operator, emailOf(player));
    const memberships = [{ accountId: of === "house" ? house.id : account.id, role }];
    users.set(player, known ?? (await createUser(operator, { email: emailOf(player), name, memberships })).userId);
  }
  const sessions = new Map<Player, string>();
  const userIdOf = async (player: Player): Promise<string> => users.get(player) ?? "";
  return {
    userIdOf,
    async as(player, requestId) {
      const { name, of, role } = CAST[player];
      const userId = await userIdOf(player);
      const sessionId = sessions.get(player) ?? (await openSession(app, userId, { way: "demo", requestId }));
      sessions.set(player, sessionId);
      const actor = { kind: "staff" as const, userId, name, sessionId, role: of === "account" ? role : "" };
      const staff = of === "house" ? { ...actor, houseRole: role } : actor;
      return contextFor(app, { actor: staff, account: of === "house" ? house : account, requestId });
    },
    async leave() {
      for (const sessionId of sessions.values()) await closeSession(app, sessionId);
    },
  };
}
