import type { ComponentProps } from "react";
import { TotalsFoot } from "./foot.tsx";
import { Sums } from "./sums.tsx";

/** The foot of a list whose rows are sums of money: of those that still count. */
export function SumsFoot<Row>({
  rows,
  counts,
  amountsOf,
  count,
  caption,
}: {
  rows: readonly Row[];
  counts: (row: Row) => boolean;
  amountsOf: (rows: readonly Row[]) => ComponentProps<typeof Sums>["of"];
  /** How many there are, in words. */
  count: string;
  caption: string;
}) {
  return (
    <TotalsFoot caption={caption} count={count}>
      <Sums of={amountsOf(rows.filter(counts))} />
    </TotalsFoot>
  );
}
