"use client";

import Link from "next/link";
import { useState } from "react";
import type { CaseRecord } from "#lib/cases/contract.ts";
import { useMay } from "#components/may.ts";
import { useOf } from "#components/whose.tsx";
import { text } from "#components/i18n/text.ts";
import { Glyph, Icon } from "#components/ui/icons.tsx";
import { Panel } from "#components/ui/menu.tsx";
import { Money } from "#components/ui/money.tsx";
import { MARKS } from "#components/ui/state.tsx";
import { Age } from "./age.tsx";
import { lookOf } from "./case-look.ts";
import { useCaseSummary, useLook, useTopCases } from "./cases-data.ts";
import { causeText } from "./cause-text.ts";

const words = text.exceptions.bell;
/** The bell shows so many of the newest; the inbox has all. */
const SHOWN = 8;

/** What came up since the person last looked: going to it, or saying so, is having looked. */
export function Bell({ buttonClass }: { buttonClass: string }) {
  return useMay(useOf() === "house" ? "house:cases" : "cases:read") ? <Ringing buttonClass={buttonClass} /> : null;
}

function Ringing({ buttonClass }: { buttonClass: string }) {
  const fresh = useCaseSummary().data?.fresh ?? 0;
  return (
    <Panel
      button={
        <span className="relative text-ink-2">
          <Icon name="bell" />
          {fresh > 0 ? (
            <span aria-hidden="true" className="absolute -end-0.5 -top-0.5 size-2 rounded-full bg-fail-mark" />
          ) : null}
        </span>
      }
      buttonClass={buttonClass}
      label={words.label(fresh)}
    >
      {(close) => <Newest close={close} fresh={fresh} />}
    </Panel>
  );
}

/** The cases that were new when the bell was opened; they stay listed while it is open. */
function Newest({ fresh, close }: { fresh: number; close: () => void }) {
  const [count] = useState(fresh);
  const { data: newest } = useTopCases("-since", SHOWN, "EUR", count > 0);
  const look = useLook();
  const seen = () => {
    close();
    if (count > 0) look.mutate();
  };
  return (
    <section aria-label={words.title} className="grid w-80 max-w-full">
      <div className="flex items-center px-2 py-1.5">
        <h2 className="font-semibold">{words.title}</h2>
        {count > 0 ? (
          <button
            className="ms-auto inline-flex min-h-6 items-center text-12 text-accent hover:underline"
            onClick={seen}
            type="button"
          >
            {words.seen}
          </button>
        ) : null}
      </div>
      {count === 0 ? <p className="px-2 pb-2 text-ink-3">{words.none}</p> : null}
      <ul>
        {newest?.data.slice(0, count).map((one) => (
          <li key={one.caseId}>
            <Line found={one} onGo={seen} />
          </li>
        ))}
      </ul>
      <Link
        className="flex min-h-8 items-center border-t border-rule px-2 text-accent hover:underline"
        href="/exceptions?sort=-since"
        onClick={seen}
        prefetch={false}
      >
        {words.all}
      </Link>
    </section>
  );
}

function Line({ found, onGo }: { found: CaseRecord; onGo: () => void }) {
  const { tone, glyph, word } = lookOf(found);
  return (
    <Link
      className="flex min-h-9 items-center gap-2 rounded-2 px-2 hover:bg-hover focus-visible:-outline-offset-2"
      href={`/exceptions?case=${encodeURIComponent(found.caseId)}`}
      onClick={onGo}
      prefetch={false}
      title={causeText(found)}
    >
      <Glyph className={MARKS[tone]} name={glyph} />
      <span className="min-w-0 flex-1 truncate font-medium">{word}</span>
      {found.worth ? (
        <span>
          <Money asset={found.fiat} unit value={found.worth} />
        </span>
      ) : null}
      <Age className="min-w-12 text-end text-12 text-ink-3" since={found.since} />
    </Link>
  );
}
