import type { App } from "./app.ts";
import type { Db } from "./database.ts";

/** Who acts. Every audit row and every permission check speaks of one of these. */
export type Actor =
  | { kind: "key"; keyId: string; scopes: readonly string[] }
  | {
      kind: "staff";
      userId: string;
      name: string;
      /** In the acting account; empty where none is acted for. */
      role: string;
      /** In the house, for who has one. */
      houseRole?: string;
      sessionId?: string;
    }
  | { kind: "operator" }
  | { kind: "worker" }
  | { kind: "public" };

/** A claimed idempotency key: completing it with what the verb answers belongs into the transaction of the effect. */
export type Claim = {
  complete(db: Db, out: unknown): Promise<void>;
  /** What a statement writes that completes the claim itself, with its effect. */
  completion(out: unknown): Completion;
  /** Says whether such a statement has completed it; throws when another request had taken the claim over. */
  completed(isDone: boolean): void;
};

/** The claim's name and owner, and the answer to keep under it. */
export type Completion = {
  method: string;
  path: string;
  key: string;
  owner: string;
  body: string;
  headers: Readonly<Record<string, string>>;
  status: number;
};

/** Whose records a request may see and change. */
export type AccountRef = { id: string; name: string };

/** What every verb receives: who, for whom, the open transaction, the clocks, and the app behind them. */
export type Ctx = {
  readonly app: App;
  /** The open transaction, or the plain client outside of one. */
  readonly db: Db;
  readonly actor: Actor;
  readonly account: AccountRef | undefined;
  readonly requestId: string;
  readonly clientAddress: string | undefined;
  readonly claim: Claim | undefined;
  /** Set when the actor carries out what another person or key requested and he approved. */
  readonly approval?: { approvalId: string; askedBy: string; askedUserId?: string };
  /** Runs `work` in one transaction; inside an open one it joins that. It ends after `atMostMs`, without one after 30 s. */
  transaction<T>(work: (ctx: Ctx) => Promise<T>, atMostMs?: number): Promise<T>;
  /** Business time by the database's clock, in whole milliseconds. */
  now(): Promise<Date>;
  /** A new UUIDv7: sorts by the time it was made. */
  id(): string;
};

/** How an actor is named in audit rows and `createdBy`. */
export function actorName(actor: Actor): string {
  if (actor.kind === "key") return `key:${actor.keyId}`;
  return actor.kind === "staff" ? `staff:${actor.name}` : actor.kind;
}

/** The account of a request that must have one; serve() refuses earlier when there is none. */
export function accountOf(ctx: Ctx): AccountRef {
  if (!ctx.account) throw new Error("this verb needs an account");
  return ctx.account;
}

/** Completes the request's idempotency claim in the open transaction and hands the answer on. */
export async function answerWith<Out>(ctx: Ctx, out: Out): Promise<Out> {
  await ctx.claim?.complete(ctx.db, out);
  return out;
}
