import { type ReactNode, type RefObject, useRef } from "react";
import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { text } from "#lib/i18n/text.ts";
import { Button } from "../button.tsx";
import { cx } from "../class-names.ts";
import { useFormer } from "../former.tsx";
import { Skeleton } from "../skeleton.tsx";

const FOOT =
  "sticky bottom-0 z-3 flex min-h-12 flex-none flex-wrap items-center gap-x-4 gap-y-2 border-t px-gutter py-2";

const TOTALS = cx(FOOT, "foot-totals hidden border-strong bg-sheet card:flex");

/** The foot's place before the first sums have come. */
export function TotalsWaiting() {
  return (
    <div aria-busy className={TOTALS}>
      <Skeleton className="w-1/3" />
    </div>
  );
}

/** What the rows come to: how many, and their sums per asset. */
export function TotalsFoot({
  count,
  caption,
  awaited = false,
  children,
}: {
  count: string;
  caption: string;
  /** These are the sums of before, which keep the room of those on their way. */
  awaited?: boolean;
  children: ReactNode;
}) {
  return (
    <div aria-busy={awaited} className={cx(TOTALS, awaited && "*:invisible")} {...useFormer()}>
      <span className="figure text-ink-3">{count}</span>
      <Sums caption={caption}>{children}</Sums>
    </div>
  );
}

/** The box of what may be done with the rows selected, to which a key goes: by Tab all rows that follow would lie between. */
export function useSelectionBox(): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  useShortcut("b", text.table.keys.actions, text.keyboard.groups.table, () =>
    box.current?.querySelector("button")?.focus(),
  );
  return box;
}

/** What is selected, its sum, and what may be done with it. */
export function SelectionFoot({
  count,
  caption,
  onClear,
  children,
  actions,
}: {
  count: number;
  caption: string;
  onClear: () => void;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const box = useSelectionBox();
  return (
    <section
      aria-label={text.table.selected(count)}
      className={cx(FOOT, "foot-selection border-accent bg-raised shadow-[inset_0_1px_0_var(--accent)]")}
      ref={box}
    >
      <span className="font-medium" role="status">
        {text.table.selected(count)}
      </span>
      <Sums caption={caption}>{children}</Sums>
      <span className="ms-auto flex items-center gap-2">
        <Button look="plain" onClick={onClear} size="small">
          {text.table.clear}
        </Button>
        {actions}
      </span>
    </section>
  );
}

function Sums({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <span className="text-12 text-ink-3">{caption}</span>
      {children}
    </span>
  );
}
