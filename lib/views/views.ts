import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { isId } from "#lib/kernel/ids.ts";
import type {
  changeHouseViewEndpoint,
  changeViewEndpoint,
  deleteViewEndpoint,
  listViewsEndpoint,
  makeHouseViewEndpoint,
  makeViewEndpoint,
  ViewRecord,
} from "./contract.ts";
import { insertView, lockView, setDeleted, updateView, type ViewReader, type ViewRow, viewsFor } from "./store.ts";

/** So many of one's own; more are not found again in a row of tabs. */
const MOST = 50;

/** One's own views and those shared to one's role. Keys have none. */
export async function listViews(ctx: Ctx): Promise<OutputOf<typeof listViewsEndpoint>> {
  if (ctx.actor.kind !== "staff") return { data: [] };
  const who = await personOf(ctx);
  const rows = await viewsFor(ctx.db, who);
  return { data: rows.map((row) => recordOf(row, who.userId)) };
}

/** Keeps a list under a name. Refuses a second one of that name on that page, and more than fifty, with INVALID_STATE. */
export function makeView(
  ctx: Ctx,
  input: InputOf<typeof makeViewEndpoint> | InputOf<typeof makeHouseViewEndpoint>,
): Promise<OutputOf<typeof makeViewEndpoint>> {
  return ctx.transaction(async (tx) => {
    const who = await personOf(tx);
    const own = (await viewsFor(tx.db, who)).filter(({ userId }) => userId === who.userId);
    if (own.length >= MOST) throw new Refusal("INVALID_STATE", `You keep ${MOST} views already; delete one first.`);
    const { page, name, query, sharedTo = null } = input;
    const id = tx.id();
    if (!(await insertView(tx.db, who, { id, page, name, query, sharedTo }))) throw taken(name);
    await recordAudit(tx, {
      action: "view.create",
      objectKind: "view",
      objectId: id,
      detail: { page, name, query, sharedTo },
    });
    return answerOf(tx, id);
  });
}

/** Changes one's own view. Unknown or another person's: NOT_FOUND. */
export function changeView(
  ctx: Ctx,
  input: InputOf<typeof changeViewEndpoint> | InputOf<typeof changeHouseViewEndpoint>,
): Promise<OutputOf<typeof changeViewEndpoint>> {
  return ctx.transaction(async (tx) => {
    const before = await needed(tx, input.viewId);
    const { name = before.name, query = before.query } = input;
    const sharedTo = input.sharedTo === "nobody" ? null : (input.sharedTo ?? before.sharedTo ?? null);
    if (!(await updateView(tx.db, { id: before.id, page: before.page, name, query, sharedTo }))) throw taken(name);
    await recordAudit(tx, {
      action: "view.change",
      objectKind: "view",
      objectId: before.id,
      detail: {
        before: { name: before.name, query: before.query, sharedTo: before.sharedTo },
        after: { name, query, sharedTo },
      },
    });
    return answerOf(tx, before.id);
  });
}

/** Takes one's own view away; {@link changeView} brings it back. */
export function deleteView(
  ctx: Ctx,
  { viewId }: InputOf<typeof deleteViewEndpoint>,
): Promise<OutputOf<typeof deleteViewEndpoint>> {
  return ctx.transaction(async (tx) => {
    const row = await needed(tx, viewId);
    await setDeleted(tx.db, row.id);
    await recordAudit(tx, { action: "view.delete", objectKind: "view", objectId: row.id, detail: { name: row.name } });
    return answerWith(tx, recordOf(row, row.userId));
  });
}

async function personOf(ctx: Ctx): Promise<ViewReader> {
  const { actor } = ctx;
  if (actor.kind !== "staff")
    throw new Refusal("FORBIDDEN", "Views belong to people; sign in at the desk to keep one.");
  const { id: accountId } = accountOf(ctx);
  const role = accountId === (await houseOf(ctx.app)).id ? (actor.houseRole ?? "") : actor.role;
  return { accountId, userId: actor.userId, role };
}

async function needed(ctx: Ctx, id: string): Promise<ViewRow> {
  const row = isId(id) ? await lockView(ctx.db, await personOf(ctx), id) : undefined;
  if (!row) throw new Refusal("NOT_FOUND", "You keep no view with this viewId.");
  return row;
}

const taken = (name: string) =>
  new Refusal("INVALID_STATE", `You keep a view named ${name} here already; choose another name.`);

async function answerOf(ctx: Ctx, id: string): Promise<ViewRecord> {
  const row = await needed(ctx, id);
  return answerWith(ctx, recordOf(row, row.userId));
}

function recordOf(row: ViewRow, userId: string): ViewRecord {
  return {
    viewId: row.id,
    page: row.page,
    name: row.name,
    query: row.query,
    ...(row.sharedTo && { sharedTo: row.sharedTo }),
    owner: row.owner,
    mine: row.userId === userId,
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
}
