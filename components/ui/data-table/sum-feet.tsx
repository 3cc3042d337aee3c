import type { ComponentProps, ReactNode } from "react";
import { SelectionFoot, TotalsFoot } from "./foot.tsx";
import { Sums } from "./sums.tsx";

/** The two feet of a list whose rows are sums of money: of what is selected, and of the rows that still count. */
export const sumFeet = <Row,>({
  rows,
  counts,
  amountsOf,
  count,
  selected,
  all,
}: {
  rows: readonly Row[];
  counts: (row: Row) => boolean;
  amountsOf: (rows: readonly Row[]) => ComponentProps<typeof Sums>["of"];
  /** How many there are, in words. */
  count: string;
  /** What the sum of the selected is called, and that of all that count. */
  selected: string;
  all: string;
}) => ({
  selectionFoot: (chosen: readonly Row[], clear: () => void): ReactNode => (
    <SelectionFoot caption={selected} count={chosen.length} onClear={clear}>
      <Sums of={amountsOf(chosen)} />
    </SelectionFoot>
  ),
  totals: (
    <TotalsFoot caption={all} count={count}>
      <Sums of={amountsOf(rows.filter(counts))} />
    </TotalsFoot>
  ),
});
