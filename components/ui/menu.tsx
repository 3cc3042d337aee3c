"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "./class-names.ts";

/**
 * A button that opens a small panel of ordinary controls. Escape, a click elsewhere and leaving by Tab close it;
 * focus returns to the button on Escape.
 */
export function Menu({
  label,
  button,
  buttonClass,
  align = "end",
  side = "bottom",
  shownLabel = false,
  wide = false,
  children,
}: {
  label: string;
  button: ReactNode;
  buttonClass?: string;
  align?: "start" | "end";
  side?: "bottom" | "top";
  /** The label is written under the button's icon instead of being told only to screen readers. */
  shownLabel?: boolean;
  /** On a phone the panel takes the window's width, wherever its button stands. */
  wide?: boolean;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const away = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", away);
    document.addEventListener("focusin", away);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("focusin", away);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from anywhere inside
    <div
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
      ref={root}
    >
      <button
        aria-controls={open ? id : undefined}
        aria-expanded={open}
        className={buttonClass}
        onClick={() => setOpen(!open)}
        ref={trigger}
        title={label}
        type="button"
      >
        {button}
        <span className={shownLabel ? undefined : "sr-only"}>{label}</span>
      </button>
      {open ? (
        <fieldset
          aria-label={label}
          className={cx(
            "absolute z-20 min-w-48 rounded-3 border border-edge bg-raised p-1 text-ink-1 shadow-float animate-[rise_var(--quick)]",
            align === "end" ? "end-0" : "start-0",
            side === "bottom" ? "top-full mt-1" : "bottom-full mb-1",
            wide && "max-card:fixed max-card:inset-x-4 max-card:top-auto",
          )}
          id={id}
        >
          {children(close)}
        </fieldset>
      ) : null}
    </div>
  );
}

/** One line of a menu. `chosen` makes it one of several that exclude each other. */
export function MenuItem({
  onSelect,
  chosen,
  children,
}: {
  onSelect: () => void;
  chosen?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      aria-pressed={chosen}
      className="flex min-h-8 w-full items-center gap-2 rounded-2 px-2 text-start hover:bg-hover focus-visible:-outline-offset-2 aria-pressed:font-medium"
      onClick={onSelect}
      type="button"
    >
      {children}
      {chosen ? <span aria-hidden="true" className="ms-auto size-1.5 rounded-full bg-accent" /> : null}
    </button>
  );
}
