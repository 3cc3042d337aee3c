"use client";

import { type KeyboardEvent, type ReactNode, useState } from "react";
import { RowsLink } from "#components/ui/rows-link.tsx";

/**
 * Which step of a picture is told in words: the one that is pointed at, else the one that was pressed or that the keys
 * have come to, else the one to begin with.
 */
export function useStepped(last: number, start: number) {
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const now = Math.min(pointed ?? chosen ?? start, last);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setPointed(undefined);
    setChosen(Math.min(last, Math.max(0, to)));
  };
  return { now, onKeyDown, point: setPointed, choose: setChosen, leave: () => setPointed(undefined) };
}

/** The step's numbers in words, visible to every reader; where there are rows behind them, the way to those. */
export const Described = ({ href, children }: { href?: string | undefined; children: ReactNode }) => (
  <p className="mt-1 min-h-6 text-12 text-ink-2">
    {href === undefined ? (
      children
    ) : (
      <RowsLink href={href}>
        <span className="text-accent">{children}</span>
      </RowsLink>
    )}
  </p>
);
