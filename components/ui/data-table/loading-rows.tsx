"use client";

import { text } from "#lib/i18n/text.ts";
import { Skeleton } from "../skeleton.tsx";
import { useSlow } from "../waiting.tsx";
import type { CellLook } from "./cell-look.ts";

const SHOWN = Array.from({ length: 12 }, (_, at) => at);

/**
 * The shape of rows while the first page is on its way; after ten seconds they say so in words. Nothing of it is a row:
 * who opens the first one, by its role, opens the first that is there.
 */
export function LoadingRows({ looks, picks }: { looks: Map<string, CellLook>; picks: boolean }) {
  const slow = useSlow();
  return (
    <tbody aria-hidden="true">
      {slow ? (
        <tr className="row">
          <td className="text-ink-2" data-card="line">
            {text.table.slow}
          </td>
        </tr>
      ) : null}
      {SHOWN.map((row) => (
        <tr className="row" key={row}>
          {picks ? <td className="pin" /> : null}
          {[...looks].map(([id, look]) => (
            <td className={look.className} data-card={look.card} key={id} style={look.style}>
              <Skeleton className={row % 3 === 0 ? "w-3/5" : "w-2/5 min-w-10"} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** What a screen reader says of them. */
export function LoadingWords({ label }: { label: string }) {
  return useSlow() ? text.table.slow : text.table.loading(label);
}
