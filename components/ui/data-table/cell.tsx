import type { CSSProperties, ReactNode } from "react";
import { cx } from "../class-names.ts";
import { ROLE } from "./cell-look.ts";
import type { ColumnLook } from "./features.ts";

/** How one cell of any table looks; on a card a `line` is named by its label. */
type Look = Pick<ColumnLook, "align" | "className" | "names" | "card"> & {
  label?: string | undefined;
  style?: CSSProperties | undefined;
};

/** A cell of the desk's tables, the wide ones and the short: the one that names its row is the row's head. */
export function Cell({ look, children }: { look: Look; children: ReactNode }) {
  const shared = {
    className: cx(look.align, look.className) || undefined,
    "data-card": look.card,
    "data-label": look.card === "line" ? look.label : undefined,
    // A dash tells columns apart; a card has none, and leaves the line out.
    "data-none": children === "–" || undefined,
    style: look.style,
  };
  return look.names ? (
    <th {...shared} {...ROLE.rowheader} scope="row">
      {children}
    </th>
  ) : (
    <td {...shared} {...ROLE.cell}>
      {children}
    </td>
  );
}
