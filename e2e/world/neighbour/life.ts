import pg from "pg";
import { openFront } from "#e2e/world/api.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { extendChange } from "#lib/wallets/change.ts";
import { canariesOf } from "./canaries.ts";
import { answersOf } from "./questions.ts";
import { keepRows } from "./rows.ts";
import { EVER, strayRows } from "./strays.ts";
import { lead } from "./life-acts.ts";
import { MEMORY_SCHEMA, type Memory, NAME } from "./memory.ts";

/** The chains of each world begin with it; what was confirmed on those of this one lies in a first block that nobody can replace. */
const CHAINS_ANEW = `
  delete from sandbox_transfer; delete from sandbox_block; delete from sandbox_chain;
  delete from chain_block; delete from chain_cursor; delete from chain_range; delete from chain_state;
  update deposit set block_height = 1 where block_height is not null`;

/** Lives the neighbour's life in an empty database, as a program of its own: node life.ts URL OWNER_URL */
const [url = "", ownerUrl = ""] = process.argv.slice(2);
const owner = new pg.Client(ownerUrl);
await owner.connect();
const api = await openFront({ name: "", url, ownerUrl, drop: async () => undefined }, { account: NAME });
const reader = await api.newKey();
await lead(api);
// As the worker does: its change is watched before anybody spends.
await extendChange(contextFor(api.app, { actor: { kind: "worker" }, requestId: "life" }));
const { rows } = await owner.query<{ id: string }>("select id from account where name = $1", [NAME]);
const accountId = rows[0]?.id ?? "";
await owner.query(CHAINS_ANEW);
const canaries = await canariesOf(owner, accountId);
const last = await owner.query<{ id: string }>("select max(id)::text as id from posting");
const memory: Memory = {
  accountId,
  username: NAME,
  key: api.key,
  reader,
  lastPosting: last.rows[0]?.id ?? "0",
  canaries,
  strays: await strayRows(owner, accountId, canaries, EVER),
  answers: await answersOf(api.send, reader, api.key.keyId),
};
await api.close();
await owner.query(`create schema ${MEMORY_SCHEMA}; create table ${MEMORY_SCHEMA}.memory (whole json not null)`);
await keepRows(owner, accountId, MEMORY_SCHEMA);
await owner.query(`insert into ${MEMORY_SCHEMA}.memory values ($1)`, [JSON.stringify(memory)]);
await owner.end();
