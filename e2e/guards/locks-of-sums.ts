import type { Lock } from "./locks.ts";

const ROW = "one statement on one row, which PostgreSQL reads anew under its lock";
const SAME = "whoever comes second would write the same";
const RANGES = "prisma/migrations/20261129020000_posting_ranges/migration.sql";
const BLOCKS = "prisma/migrations/20261208131000_wallet_blocks/migration.sql";
const DAYS = "prisma/migrations/20261208132000_bill_days/migration.sql";
const DELIVERIES = "prisma/migrations/20261209130000_delivery_days/migration.sql";
const AMOUNTS = "prisma/migrations/20261209130100_bill_amount_days/migration.sql";
const MEANWHILE = "prisma/migrations/20261209150000_days_closed_meanwhile/migration.sql";

/** Of sums that are written with what they are of. */
export const LOCKS_OF_SUMS: readonly Lock[] = [
  {
    at: "prisma/migrations/20261208133000_sandbox_traded/migration.sql",
    text: "on conflict (base, fiat, side)",
    because: ROW,
  },
  { at: RANGES, text: "insert into posting_reach", because: SAME },
  { at: RANGES, text: "from posting_reach for update", because: "of who makes a range second the key takes none" },
  {
    at: BLOCKS,
    text: "perform 1 from wallet_block",
    because: "lib/wallets/blocks.store.test.ts pays two of a block at once",
  },
  { at: BLOCKS, text: "insert into wallet_block (wallet_id, nth) select", because: SAME },
  { at: DAYS, text: "from bill_day_reach for update", because: "of who sums up a day second the key takes none" },
  {
    at: DAYS,
    text: "perform 1 from bill_day_reach",
    because: "lib/bills/close-days.store.test.ts changes a bill while its day is summed up",
  },
  { at: DAYS, text: "on conflict (account_id, day", because: ROW },
  {
    at: AMOUNTS,
    text: "perform 1 from bill_day_reach",
    because: "lib/bills/close-days.store.test.ts changes what a bill has received while its day is summed up",
  },
  { at: AMOUNTS, text: "on conflict (account_id, day", because: ROW },
  {
    at: DELIVERIES,
    text: "perform 1 from bill_day_reach",
    because: "lib/bills/close-days.store.test.ts takes a sale back while its day is summed up",
  },
  { at: DELIVERIES, text: "(select closed from bill_day_reach) order by 1, 2 on conflict", because: SAME },
  {
    at: DELIVERIES,
    text: "perform 1 from delivery_day",
    because:
      "the second of two already waits at the insert before it; this holds whoever has passed that at the same moment",
  },
  {
    at: MEANWHILE,
    text: "from bill_day_reach for update",
    because: "lib/bills/close-days.store.test.ts makes the sums while a day is summed up",
  },
  { at: MEANWHILE, text: "c on conflict do nothing", because: "under the hold above nobody writes a day" },
];
