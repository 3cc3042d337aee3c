import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { actorMay } from "#lib/contract/may.ts";
import type { Permission } from "#lib/contract/permissions.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { CaseDetail, CaseRecord, CaseSummary, caseSummaryEndpoint, getCaseEndpoint } from "./contract.ts";
import { COMMENTED, COMMENTED_BY_HOUSE, commentedIn, type ObjectKind } from "./comment-kinds.ts";
import { CASE_KINDS, type CaseKind } from "./case-kinds.ts";
import { endpointsOf } from "./comment-store.ts";
import { entriesOf, type Mention, membersOf, mentionsOf } from "./file-store.ts";
import { readerOf } from "./reader.ts";
import { entryOf, recordOf } from "./record.ts";
import { optionsOf } from "./options.ts";
import { bellTopics, type CaseCounts, type CaseRow, caseRow, countCases, isSubject, lastSettled } from "./store.ts";
import { type Topic, TOPICS, topicOf } from "./topics.ts";
import { valuationIn } from "./valuation.ts";
import { waitsOf } from "./waits.ts";

/** One case with its history. Where nothing waits any more it is SETTLED; what is about nothing of the account is NOT_FOUND. */
export async function getCase(
  ctx: Ctx,
  { caseId, fiat }: InputOf<typeof getCaseEndpoint>,
): Promise<OutputOf<typeof getCaseEndpoint>> {
  const { row, detail } = await findCase(ctx, caseId, fiat ?? "EUR");
  if (!row) return detail;
  const ofHouse = accountOf(ctx).id === (await houseOf(ctx.app)).id;
  return { ...detail, options: await optionsOf(ctx, row, detail, ofHouse) };
}

/** The same inside a transaction and without its options, for verbs that answer the case as they leave it. */
export const caseDetail = async (ctx: Ctx, caseId: string, fiat: Fiat): Promise<CaseDetail> =>
  (await findCase(ctx, caseId, fiat)).detail;

async function findCase(
  ctx: Ctx,
  caseId: string,
  fiat: Fiat,
): Promise<{ row: CaseRow | undefined; detail: CaseDetail }> {
  const { id: accountId } = accountOf(ctx);
  const now = await ctx.now();
  const valuation = await valuationIn(ctx, fiat, now);
  const row = await caseRow(
    ctx.db,
    { accountId, now, reader: await readerOf(ctx), valuation, waits: await waitsOf(ctx) },
    caseId,
  );
  const gone = row ? undefined : await needSubject(ctx, accountId, caseId);
  const entries = await entriesOf(ctx.db, accountId, caseId);
  const people = entries.some(({ mentions }) => mentions.length > 0) ? await membersOf(ctx.db, accountId) : [];
  const history = entries.map((entry) => entryOf(entry, people));
  const record = row
    ? recordOf(row, fiat, ctx.app)
    : settled(caseId, gone ?? "HELD", fiat, history.at(-1)?.at ?? now.getTime());
  return { row, detail: { ...record, history } };
}

/** Refuses with NOT_FOUND a case that neither stands nor is about something of the account. */
export async function needCase(ctx: Ctx, caseId: string): Promise<void> {
  await findCase(ctx, caseId, "EUR");
}

/** Mentions on what the person may see, each with where it is. */
async function shownMentions(
  ctx: Ctx,
  accountId: string,
  mentions: readonly Mention[],
): Promise<CaseSummary["mentions"]> {
  const seen = mentions
    .map((mention) => ({ ...mention, on: commentedIn(mention.caseId) }))
    .filter(({ on }) => maySee(ctx, on.kind));
  const within = await endpointsOf(
    ctx.db,
    accountId,
    seen.map(({ on }) => on),
  );
  return seen.map(({ id, caseId, on: { kind: objectKind, objectId }, actor, at }) => {
    const kind = objectKind === "CASE" ? kindOf(caseId) : undefined;
    const endpointId = within.get(objectId);
    const more = { ...(kind && { kind }), ...(endpointId && { within: endpointId }) };
    return { entryId: id, objectKind, objectId, ...more, by: actor, at: at.getTime() };
  });
}

/** Whether the person sees objects of a kind still: a role can have changed since the comment. */
function maySee({ app, actor }: Ctx, kind: ObjectKind): boolean {
  const needed = [COMMENTED, COMMENTED_BY_HOUSE].flatMap(
    (kinds: Readonly<Partial<Record<string, Permission>>>) => kinds[kind] ?? [],
  );
  return needed.some((permission) => actorMay(app.mode, actor, permission));
}

export const unknownCase = (): Refusal => new Refusal("NOT_FOUND", "There is no case with this caseId.");

function settled(caseId: string, kind: CaseKind, fiat: Fiat, since: number): CaseRecord {
  return {
    caseId,
    kind,
    state: "SETTLED",
    cause: "What this case was made of is no longer so; nothing is left to decide.",
    causeFacts: {},
    since,
    fiat,
  };
}

/** The kind that a case's id names, when it is about something of the account. */
async function needSubject(ctx: Ctx, accountId: string, caseId: string): Promise<CaseKind> {
  const kind = kindOf(caseId);
  if (!kind || !(await isSubject(ctx.db, accountId, caseId.slice(prefixOf(kind).length)))) throw unknownCase();
  return kind;
}

const kindOf = (caseId: string) => CASE_KINDS.find((one) => caseId.startsWith(prefixOf(one)));
const prefixOf = (kind: CaseKind) => `${kind.toLowerCase().replaceAll("_", "-")}-`;

/** Open cases by kind and owner, what is new to the person who asks, and who can be given one. */
export async function getCaseSummary(ctx: Ctx): Promise<OutputOf<typeof caseSummaryEndpoint>> {
  const { id: accountId } = accountOf(ctx);
  const reader = await readerOf(ctx);
  const { userId } = reader;
  const [counts, bell, people, mentions] = await Promise.all([
    countCases(ctx.db, { accountId, now: await ctx.now(), reader }),
    bellOf(ctx, accountId),
    membersOf(ctx.db, accountId),
    userId === undefined ? [] : mentionsOf(ctx.db, accountId, userId),
  ]);
  const rung = counts.filter(({ kind }) => bell?.includes(topicOf(kind)) ?? true);
  const sum = (of: Exclude<keyof CaseCounts, "kind" | "fresh">) => counts.reduce((total, one) => total + one[of], 0);
  const count = sum("open");
  const clearSince = count === 0 ? await lastSettled(ctx.db, accountId) : undefined;
  const body: CaseSummary = {
    count,
    mine: sum("mine"),
    nobody: sum("nobody"),
    muted: sum("muted"),
    closed: sum("closed"),
    fresh: rung.reduce((total, { fresh }) => total + fresh, 0),
    ...(bell && { bell }),
    byKind: counts.filter(({ open }) => open > 0).map(({ kind, open }) => ({ kind, count: open })),
    ...(clearSince ? { clearSince: clearSince.getTime() } : {}),
    people,
    mentions: await shownMentions(ctx, accountId, mentions),
  };
  return body;
}

/**
 * What the bell of the person who asks rings for (rulebook 9.9); undefined where no rule names them or their role. Urgent
 * cases always ring: who makes rules cannot silence what may be a theft.
 */
async function bellOf({ db, actor }: Ctx, accountId: string): Promise<Topic[] | undefined> {
  if (actor.kind !== "staff") return undefined;
  const topics = await bellTopics(db, accountId, actor);
  return topics.length === 0 ? undefined : TOPICS.filter((one) => one === "URGENT" || topics.includes(one));
}
