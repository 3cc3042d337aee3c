import { expect, test } from "vitest";
import { CONVERSIONS } from "#components/conversions/conversion-columns.tsx";
import { PAYMENTS } from "#components/payments/payment-columns.tsx";
import { HOUSE_TABLE as HOUSE_PAYOUTS, PAYOUT_TABLE } from "#components/payouts/payout-columns.tsx";
import { HOUSE_TABLE as HOUSE_SETTLEMENTS, SETTLEMENT_TABLE } from "#components/settlements/settlement-columns.tsx";
import { NARROW } from "#components/ui/data-table/cell-look.ts";
import type { ColumnLook } from "#components/ui/data-table/features.ts";
import { REST_MIN } from "#components/ui/data-table/widths.ts";

// A drawer stands beside its list from a window of 1280 pixels on, and columns leave by the width that is left.

const PICK_WIDTH = 48;
/** How wide a list is at least, by the last step of columns that has left. */
const LEAST = { 4: 631, 3: 748, 2: 976, 1: 1224 } as const;

const TABLES = [
  [PAYMENTS, PICK_WIDTH],
  [CONVERSIONS, PICK_WIDTH],
  [PAYOUT_TABLE, 0],
  [HOUSE_PAYOUTS, 0],
  [SETTLEMENT_TABLE, 0],
  [HOUSE_SETTLEMENTS, 0],
] as const;

test.each(TABLES)("$name fits at each width, all columns that stay", ({ columns }, picks) => {
  const looks = columns.flatMap(({ meta }): ColumnLook[] => (meta && !meta.hidden && !meta.sorted ? [meta] : []));
  for (const [step, width] of Object.entries(LEAST)) {
    const left = Number(step);
    const shown = looks.filter(({ leaves = 5 }) => leaves > left);
    const widthOf = (look: ColumnLook) =>
      look.width === "rest" ? REST_MIN : left >= (look.narrowFrom ?? NARROW) ? (look.narrow ?? look.width) : look.width;
    expect(picks + shown.reduce((sum, look) => sum + widthOf(look), 0), step).toBeLessThanOrEqual(width);
  }
});
