import { createHash } from "node:crypto";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { actorName, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { type OfacList, readOfac } from "./read-ofac.ts";
import { comparable } from "./sender-form.ts";
import { digestOfList, insertHits, insertList, latestList, sendersAfter } from "./store.ts";

/** `found`: deposits of the past whose sender stands on it and was on none before. */
export type Imported = {
  listId: string;
  publishedOn: string;
  sha256: string;
  entries: number;
  addresses: number;
  found: number;
};

const PAGE = 5_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Takes a published list into use, whole or not at all, and screens all senders of the past again. The hash of the very
 * file and its date are kept. Refuses with VALIDATION_FAILED what is no list or not all of one, with INVALID_STATE one that
 * is older than the one in use.
 */
export async function importList(ctx: Ctx, file: AsyncIterable<Uint8Array>): Promise<Imported> {
  const hash = createHash("sha256");
  const list = await readOfac(decoded(file, hash));
  const sha256 = hash.digest("hex");
  return ctx.transaction(async (tx) => {
    const before = await latestList(tx.db);
    const inUse = before?.published_on;
    if (inUse !== undefined && list.publishedOn < inUse)
      throw new Refusal("INVALID_STATE", `The list of ${inUse} is in use; this one of ${list.publishedOn} is older.`);
    const listId = tx.id();
    await insertList(tx.db, { ...list, id: listId, sha256, importedBy: actorName(tx.actor) });
    const found = await screenPast(tx, listId, list);
    const { publishedOn, entries } = list;
    const imported = { listId, publishedOn, sha256, entries, addresses: list.addresses.length, found };
    await recordAudit(tx, {
      action: "screening.import",
      objectKind: "sanctions_list",
      objectId: listId,
      detail: { ...imported, digest: await digestOfList(tx.db, listId) },
    });
    return imported;
  });
}

async function* decoded(file: AsyncIterable<Uint8Array>, hash: { update(chunk: Uint8Array): unknown }) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of file) {
    hash.update(chunk);
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

async function screenPast(tx: Ctx, listId: string, { addresses }: OfacList): Promise<number> {
  const listed = new Set(addresses.map(({ network, address }) => `${network} ${address}`));
  let found = 0;
  for (let after = FIRST_ID; ; ) {
    const page = await sendersAfter(tx.db, after, PAGE);
    for (const { id, network, addresses: senders } of page)
      for (const address of senders.map((sender) => comparable(network, sender)))
        if (listed.has(`${network} ${address}`))
          found += await insertHits(tx.db, { listId, network, address, depositIds: [id] });
    const last = page.at(-1);
    if (!last || page.length < PAGE) return found;
    after = last.id;
  }
}
