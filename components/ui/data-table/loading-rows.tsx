"use client";

import { text } from "#lib/i18n/text.ts";
import { Skeleton } from "../skeleton.tsx";
import { useSlow } from "../waiting.tsx";
import { type CellLook, ROLE } from "./cell-look.ts";

const SHOWN = Array.from({ length: 12 }, (_, at) => at);

/** Rows in their final shape while the first page is on its way; after ten seconds they say so in words. */
export function LoadingRows({ looks, label, picks }: { looks: Map<string, CellLook>; label: string; picks: boolean }) {
  const slow = useSlow();
  return (
    <tbody {...ROLE.rowgroup}>
      {slow ? (
        <tr className="row" {...ROLE.row}>
          <td className="text-ink-2" data-card="line" {...ROLE.cell}>
            <span role="status">{text.table.slow}</span>
          </td>
        </tr>
      ) : null}
      {SHOWN.map((row) => (
        <tr className="row" key={row} {...ROLE.row}>
          {picks ? (
            <td className="pin" {...ROLE.cell}>
              {row === 0 ? <span className="sr-only">{text.table.loading(label)}</span> : null}
            </td>
          ) : null}
          {[...looks].map(([id, look]) => (
            <td className={look.className} data-card={look.card} key={id} style={look.style} {...ROLE.cell}>
              <Skeleton className={row % 3 === 0 ? "w-3/5" : "w-2/5 min-w-10"} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
