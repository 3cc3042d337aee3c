"use client";

import Link from "next/link";
import { type CSSProperties, type ReactNode, useState } from "react";
import { type Age, AGES } from "#lib/cases/case-kinds.ts";
import type { CaseList } from "#lib/cases/contract.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { countText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { patched } from "#components/url.ts";
import { useFormer } from "#components/ui/former.tsx";

const words = exceptionsText.ages;

type Bracket = CaseList["ages"][number] & { age: Age };
type AgeingProps = { ages: CaseList["ages"]; fiat: Fiat; age: Age | undefined; params: URLSearchParams };

/**
 * How old the listed cases are and what they are worth, as bars as high as their value or as a table. Each bracket leads to
 * its cases; the one that is listed leads back to all.
 */
export function Ageing({ ages, fiat, age, params }: AgeingProps) {
  const [asTable, setAsTable] = useState(false);
  const rows = ages.flatMap((one): Bracket[] => {
    const bracket = AGES.find((each) => Number(each) === one.fromHours);
    return bracket ? [{ ...one, age: bracket }] : [];
  });
  const name = (bracket: Bracket) => <BracketLink bracket={bracket} chosen={age} params={params} />;
  return (
    <figure aria-label={words.view} className="ageing" {...useFormer()}>
      <figcaption className="flex items-center gap-2 text-11 text-ink-3">
        {words.value(fiat)}
        <Button className="ms-auto" look="plain" onClick={() => setAsTable(!asTable)} size="small">
          {asTable ? words.chart : words.table}
        </Button>
      </figcaption>
      {asTable ? (
        <ShortTable
          columns={columns(fiat, name)}
          isCurrent={(row) => row.age === age}
          keyOf={(row) => row.age}
          label={words.view}
          rows={rows}
        />
      ) : (
        <Bars fiat={fiat} name={name} rows={rows} />
      )}
    </figure>
  );
}

type Name = (bracket: Bracket) => ReactNode;

function Bars({ rows, fiat, name }: { rows: readonly Bracket[]; fiat: Fiat; name: Name }) {
  const drawn = rows.map(({ worth }) => Number(worth.toString()));
  const most = Math.max(1, ...drawn);
  return (
    <ol className="ages">
      {rows.map((row, at) => (
        <li key={row.age}>
          <span aria-hidden="true" style={{ "--part": (drawn[at] ?? 0) / most } as CSSProperties} />
          <b className="block truncate font-medium">
            <Money asset={fiat} value={row.worth} />
          </b>
          {name(row)} <small>({countText(row.count)})</small>
        </li>
      ))}
    </ol>
  );
}

function BracketLink({
  bracket,
  chosen,
  params,
}: {
  bracket: Bracket;
  chosen: Age | undefined;
  params: URLSearchParams;
}) {
  const isChosen = bracket.age === chosen;
  if (bracket.count === 0 && !isChosen)
    return <span className="inline-flex min-h-6 items-center text-ink-3">{words.of[bracket.age]}</span>;
  return (
    <Link
      aria-current={isChosen ? "true" : undefined}
      className="inline-flex min-h-6 items-center rounded-1 text-accent hover:underline aria-[current]:font-semibold"
      href={`/exceptions${patched(params, { age: isChosen ? undefined : bracket.age, case: undefined })}`}
      prefetch={false}
    >
      {words.of[bracket.age]}
    </Link>
  );
}

const columns = (fiat: Fiat, name: Name): ShortColumn<Bracket>[] => [
  { id: "age", label: words.title, names: true, cell: name },
  { id: "count", label: words.count, align: "end", className: "figure", cell: ({ count }) => countText(count) },
  { id: "value", label: words.value(fiat), align: "end", cell: ({ worth }) => <Money asset={fiat} value={worth} /> },
];
