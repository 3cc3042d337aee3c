import type { Lock } from "./locks.ts";

/** Those of what has left, of what persons say became of it, and of the settings that persons change. */
export const LOCKS_OF_LEAVING: readonly Lock[] = [
  {
    at: "lib/outgoing/custody.sql",
    text: "output_index, units) on conflict do nothing",
    because: "what stands already was found by an earlier look, and keeps its time",
  },
  {
    at: "lib/outgoing/custody.sql",
    text: "'WAITING', :askedBy) on conflict do nothing",
    because: "whoever comes second is refused; lib/outgoing/scan-custody.store.test.ts asks twice",
  },
  {
    at: "lib/outgoing/custody.sql",
    text: "on conflict (network) do update set since",
    because: "of two tries in vain the first says since when; lib/outgoing/custody.store.test.ts tries twice",
  },
  {
    at: "lib/outgoing/lost-hours.sql",
    text: "on conflict (epoch) do nothing",
    because: "two who state the same at a time state it once, and the second is refused",
  },
  {
    at: "lib/outgoing/outgoing.sql",
    text: "where network = :network and tx_hash = any(:hashes::text[]) for update",
    because: "stands behind the lock of the chain's cursor, and the unique key of network, hash and variant",
  },
  {
    at: "lib/outgoing/outgoing.sql",
    text: "block_hash = :hash order by id for update",
    because: "the row's own check refuses to leave a block what is posted and not mirrored",
  },
  {
    at: "lib/outgoing/paid-elsewhere.sql",
    text: "order by o.block_hash is null, o.variant desc for update",
    because: "is locked by its id before anything of it is changed, and the claim's key is unique",
  },
  {
    at: "lib/outgoing/outgoing.sql",
    text: "from outgoing where id = :id::uuid for update",
    because: "the row's own check refuses a second posting, and one of what no block holds",
  },
  {
    at: "lib/bank/bank.sql",
    text: "strpos(replace(lower(concat_ws",
    because: "whoever comes second finds the lines linked: each update asks for one that belongs to nobody",
  },
  {
    at: "lib/bank/bank.sql",
    text: "select id from bank_part",
    because: "whoever comes second finds the part linked, or nobody's: its update asks for what it was",
  },
  ...["left_us as", "stray as", "line as", "part as", "transfer as", "gas as", "moved as", "paid as"].map((text) => ({
    at: "lib/resolutions/resolutions.sql",
    text,
    race: "resolutions: the same money is resolved once",
  })),
  {
    at: "lib/deposits/stray.sql",
    text: "select id from stray_deposit",
    race: "resolutions: what came goes back with what was said of it",
  },
  {
    at: "lib/deposits/stray.sql",
    text: 'as "hash" from stray_deposit',
    because:
      "a look at the chain that places it again waits until it is out of the books; both orders end in that block",
  },
  {
    at: "lib/resolutions/resolutions.sql",
    text: "order by r.id for update of r",
    because: "stands behind the lock of what it is about, and a resolution is reversed once by its own check",
  },
  {
    at: "prisma/migrations/20261130100000_ruling_values/migration.sql",
    text: "pg_advisory_xact_lock",
    because: "lib/settings/loosening.store.test.ts has one change of settings wait for another",
  },
];
