"use client";

import { type CSSProperties, useState } from "react";
import type { CaseList } from "#lib/cases/contract.ts";
import { exceptionsText } from "#components/i18n/exceptions.ts";
import { countText } from "#components/ui/amount.ts";
import { Button } from "#components/ui/button.tsx";

const words = exceptionsText.ages;

/** How old the listed cases are, as bars or as a table. */
export function Ageing({ ages }: { ages: CaseList["ages"] }) {
  const [asTable, setAsTable] = useState(false);
  const most = Math.max(1, ...ages.map(({ count }) => count));
  return (
    <figure aria-label={words.view} className="ageing">
      <figcaption className="flex items-center gap-2 text-11 text-ink-3">
        {words.title}
        <Button className="ms-auto" look="plain" onClick={() => setAsTable(!asTable)} size="small">
          {asTable ? words.chart : words.table}
        </Button>
      </figcaption>
      {asTable ? (
        <table className="w-full text-12">
          <thead>
            <tr className="text-ink-3">
              <th className="text-start font-normal">{words.title}</th>
              <th className="text-end font-normal">{words.count}</th>
            </tr>
          </thead>
          <tbody>
            {ages.map(({ fromHours, count }) => (
              <tr key={fromHours}>
                <th className="text-start font-normal">{words.from(fromHours)}</th>
                <td className="figure text-end">{countText(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <ol className="ages">
          {ages.map(({ fromHours, count }) => (
            <li key={fromHours}>
              <span aria-hidden="true" style={{ "--part": count / most } as CSSProperties} />
              <b className="figure font-medium">{countText(count)}</b> <small>{words.from(fromHours)}</small>
            </li>
          ))}
        </ol>
      )}
    </figure>
  );
}
