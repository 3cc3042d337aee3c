import type { Lock } from "./locks.ts";

/** Locks of what payers send, and of what is free of it. */
export const LOCKS_OF_RECEIVING: readonly Lock[] = [
  {
    at: "lib/deposits/unconverted-balance.sql",
    text: "order by created_at",
    race: "deposits: free crypto goes into one invoice",
  },
  {
    at: "lib/deposits/watch.sql",
    text: "a.script = o.script and a.address = t.address",
    because: "stands behind the bill's lock and the chain's cursor, which a lookup holds both",
  },
  { at: "lib/deposits/deposits.sql", text: "order by block_height", race: "deposits: a hold is decided once" },
  {
    at: "prisma/migrations/20261206140000_facts_behind_locks/migration.sql",
    text: "perform 1 from bill",
    race: "deposits: what a bill says of them is counted behind whoever changes another of them",
  },
];
