import { actorMay } from "#lib/contract/may.ts";
import { houseRoleMay, type Permission, roleMay } from "#lib/contract/permissions.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { CommentList, ListComments, MakeComment } from "./comment-contract.ts";
import { type Commented, COMMENTED, COMMENTED_BY_HOUSE, commentedHref, commentedIn, fileOf } from "./comment-kinds.ts";
import { endpointsOf, fileOfEntry, isHouseObject, isObject, rolesOf } from "./comment-store.ts";
import type { CasePerson } from "./contract.ts";
import { entriesOf, lockFile } from "./file-store.ts";
import { needCase } from "./get-case.ts";
import { entryOf } from "./record.ts";
import { carryOut, needOwnNote, notifyMentioned, noting, recordEntry, scopeOf, unknownNote } from "./work-case.ts";
import { text } from "#lib/i18n/text.ts";

/** What people wrote on an object, oldest first. Refuses with NOT_FOUND, and what the asker may not see with FORBIDDEN. */
export async function listComments(ctx: Ctx, { kind, objectId }: ListComments): Promise<CommentList> {
  const on = { kind, objectId };
  await needObject(ctx, on);
  return commentsOn(ctx, on);
}

/** Adds a comment (rulebook 11.16), or takes one back that the same person wrote. Refuses with NOT_FOUND, FORBIDDEN, VALIDATION_FAILED. */
export async function makeComment(ctx: Ctx, input: MakeComment): Promise<CommentList> {
  const { kind, objectId, note, mentions = [], withdraws } = input;
  const isWhole = kind !== undefined && objectId !== undefined && note !== undefined;
  const isAny = kind !== undefined || objectId !== undefined || note !== undefined || mentions.length > 0;
  if (withdraws === undefined ? !isWhole : isAny)
    throw invalid("note", "Send kind, objectId and note, or withdraws alone.");
  const on = isWhole ? { kind, objectId } : await withdrawnFrom(ctx, withdraws ?? "");
  await needObject(ctx, on);
  const scope = await scopeOf(ctx);
  return ctx.transaction(async (tx) => {
    const people = await peopleFor(tx, on);
    if (mentions.some((userId) => !people.some((one) => one.userId === userId)))
      throw invalid("mentions", "mentions must be people who may see what is commented on.");
    if (on.kind === "CASE") await carryOut(tx, scope, on.objectId, noting({ note, withdraws, mentions }));
    else await write(tx, on, { note, withdraws, mentions: [...new Set(mentions)] });
    return answerWith(tx, await commentsOn(tx, on));
  });
}

type Written = { note: string | undefined; withdraws: string | undefined; mentions: readonly string[] };

/** Under the lock of the object's file: two who take back the same comment come one after the other. */
async function write(tx: Ctx, on: Commented, { note = "", withdraws, mentions }: Written): Promise<void> {
  const accountId = accountOf(tx).id;
  const file = fileOf(on);
  await lockFile(tx.db, accountId, file);
  const about = { objectKind: NOUNS[on.kind], objectId: on.objectId };
  if (withdraws !== undefined) {
    await needOwnNote(tx, accountId, file, withdraws);
    return recordEntry(tx, file, { action: "WITHDRAWN", detail: "", ofEntry: withdraws }, about);
  }
  const within = (await endpointsOf(tx.db, accountId, [on])).get(on.objectId);
  const path = commentedHref({ ...on, ...(within && { within }) }, await actsForHouse(tx));
  await notifyMentioned(tx, mentions, { what: () => text.bell.objects[on.kind], path });
  return recordEntry(tx, file, { action: "NOTED", detail: note, mentions }, about);
}

/** As the audit record calls them. */
const NOUNS: Record<Commented["kind"], string> = {
  PAYMENT: "bill",
  CONVERSION: "conversion",
  PAYOUT: "payout",
  SETTLEMENT: "settlement",
  DELIVERY: "delivery",
  CUSTOMER: "customer",
  MOVE: "move",
  BATCH: "payout-file",
  APPROVAL: "approval",
  CASE: "case",
};

async function commentsOn(ctx: Ctx, on: Commented): Promise<CommentList> {
  const entries = await entriesOf(ctx.db, accountOf(ctx).id, fileOf(on));
  const people = await peopleFor(ctx, on);
  return { data: entries.filter(({ action }) => action === "NOTED").map((one) => entryOf(one, people)), people };
}

const actsForHouse = async (ctx: Ctx): Promise<boolean> => accountOf(ctx).id === (await houseOf(ctx.app)).id;

function neededFor(kind: Commented["kind"], ofHouse: boolean): Permission | undefined {
  const kinds: Readonly<Partial<Record<string, Permission>>> = ofHouse ? COMMENTED_BY_HOUSE : COMMENTED;
  return kinds[kind];
}

/** Whom a comment can mention: who sees the object, and has the bell that tells of it. */
async function peopleFor(ctx: Ctx, { kind }: Commented): Promise<CasePerson[]> {
  const ofHouse = await actsForHouse(ctx);
  const needed = neededFor(kind, ofHouse);
  const may = ofHouse ? houseRoleMay : roleMay;
  const people = await rolesOf(ctx.db, accountOf(ctx).id);
  return people
    .filter(({ role }) => needed && may(role, needed) && may(role, ofHouse ? "house:cases" : "cases:read"))
    .map(({ userId, name }) => ({ userId, name }));
}

/** What is not there and what belongs to another account are refused alike. */
async function needObject(ctx: Ctx, on: Commented): Promise<void> {
  const ofHouse = await actsForHouse(ctx);
  const needed = neededFor(on.kind, ofHouse);
  if (!needed) throw unknownObject();
  if (!actorMay(ctx.app.mode, ctx.actor, needed))
    throw new Refusal("FORBIDDEN", `Reading comments on it needs ${needed}.`);
  if (on.kind === "CASE") return needCase(ctx, on.objectId);
  const known = ofHouse ? await isHouseObject(ctx.db, on) : await isObject(ctx.db, accountOf(ctx).id, on);
  if (!known) throw unknownObject();
}

const unknownObject = (): Refusal => new Refusal("NOT_FOUND", "There is no object of this kind with this objectId.");

async function withdrawnFrom(ctx: Ctx, entryId: string): Promise<Commented> {
  const file = isId(entryId) ? await fileOfEntry(ctx.db, accountOf(ctx).id, entryId) : undefined;
  if (file === undefined) throw unknownNote();
  return commentedIn(file);
}
