"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { text } from "#lib/i18n/text.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";
import { Waiting } from "./waiting.tsx";

/** What one row tells in full, beside the list. It pushes the list on a wide window and covers it on a narrow one. */
export function Drawer({
  title,
  record,
  takeFocus,
  onClose,
  onStep,
  children,
}: {
  title: ReactNode;
  /** Which record it shows: another one starts at its top. */
  record: string;
  /** Focus goes to the title: when the reader opened it, not when they walk through the list. */
  takeFocus: boolean;
  onClose: () => void;
  /** Goes to the previous (−1) or next (1) record. */
  onStep?: ((by: -1 | 1) => void) | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is what moves scroll and focus
  useEffect(() => {
    body.current?.scrollTo({ top: 0 });
    if (takeFocus) heading.current?.focus({ preventScroll: true });
  }, [record, takeFocus]);
  return (
    <aside aria-labelledby={id} className="drawer">
      <header className="flex min-h-13 flex-none items-center gap-2 border-b border-rule py-2 ps-gutter pe-3">
        <h2 className="min-w-0 truncate text-15 font-semibold outline-none" id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <RecordSteps onClose={onClose} onStep={onStep} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-labelledby={id} className="min-h-0 flex-1 overflow-auto" ref={body} tabIndex={0}>
        {children}
      </section>
    </aside>
  );
}

/** The ways from a record: to the one before it, to the next, and back to the list. */
export function RecordSteps({ onClose, onStep }: { onClose: () => void; onStep: ((by: -1 | 1) => void) | undefined }) {
  return (
    <div className="ms-auto flex gap-0.5">
      {onStep ? (
        <>
          <Button aria-label={text.drawer.previous} look="plain" onClick={() => onStep(-1)} size="small" square>
            <Icon name="up" />
          </Button>
          <Button aria-label={text.drawer.next} look="plain" onClick={() => onStep(1)} size="small" square>
            <Icon name="down" />
          </Button>
        </>
      ) : null}
      <Button aria-label={text.drawer.close} look="plain" onClick={onClose} size="small" square>
        <Icon name="x" />
      </Button>
    </div>
  );
}

/** The drawer's place while what it is made of is loading. */
export function DrawerWaiting() {
  return (
    <aside aria-label={text.drawer.waiting} className="drawer">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: something on the page must take the focus meanwhile */}
      <section aria-label={text.drawer.waiting} className="min-h-0 flex-1" tabIndex={0}>
        <Waiting lines={6} />
      </section>
    </aside>
  );
}

/** A ruled part of a drawer. */
export function DrawerSection({
  title,
  end,
  children,
  label,
}: {
  title?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
  label?: string;
}) {
  return (
    <section aria-label={label} className="border-b border-rule px-gutter py-4 last:border-b-0">
      {title ? (
        <h3 className="mb-2 flex items-center gap-2 text-12 font-semibold">
          {title}
          {end ? <span className="ms-auto inline-flex items-center gap-1.5 font-normal">{end}</span> : null}
        </h3>
      ) : null}
      {children}
    </section>
  );
}
