"use client";

import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { text } from "#lib/i18n/text.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";

/** What may be done about a message; a bare function undoes. */
type ToastAction = (() => void) | { label: string; run: () => void };
type Toast = { id: number; message: string; action?: ToastAction | undefined };
type Status = {
  /** Tells screen readers something that sighted people see anyway. */
  announce: (message: string) => void;
  /** Shows a message at the window's foot for ten seconds, with one action; to undo only what may be (never money). */
  toast: (message: string, action?: ToastAction) => void;
};

const Context = createContext<Status | undefined>(undefined);
const Announcement = createContext("");
const TOAST_MS = 10_000;

/** The one place for status messages (WCAG 4.1.3). */
export function StatusProvider({ children }: { children: ReactNode }) {
  const [spoken, setSpoken] = useState("");
  const [toasts, setToasts] = useState<Toast[]>([]);
  const next = useRef(0);
  const announce = useCallback((message: string) => {
    setSpoken("");
    requestAnimationFrame(() => setSpoken(message));
  }, []);
  const drop = useCallback((id: number) => setToasts((all) => all.filter((one) => one.id !== id)), []);
  const toast = useCallback((message: string, action?: ToastAction) => {
    next.current += 1;
    const id = next.current;
    setToasts((all) => [...all.slice(-2), { id, message, action }]);
  }, []);
  const value = useMemo(() => ({ announce, toast }), [announce, toast]);
  return (
    <Context value={value}>
      <Announcement value={spoken}>
        {children}
        <Announced />
      </Announcement>
      <div className="toasts pointer-events-none fixed inset-x-4 z-20 grid justify-items-center gap-2" role="status">
        {toasts.map((one) => (
          <ToastLine key={one.id} onGone={drop} toast={one} />
        ))}
      </div>
    </Context>
  );
}

/**
 * Where announcements are read out. A dialog has its own: of what lies behind it screen readers hear nothing. What was
 * announced before it opened is not repeated.
 */
export function Announced() {
  const message = use(Announcement);
  const [before, setBefore] = useState<string | undefined>(message);
  if (before !== undefined && message !== before) setBefore(undefined);
  return (
    <div className="sr-only" role="status">
      {message === before ? "" : message}
    </div>
  );
}

export function useStatus(): Status {
  const status = use(Context);
  if (!status) throw new Error("useStatus needs StatusProvider above it");
  return status;
}

function ToastLine({ toast, onGone }: { toast: Toast; onGone: (id: number) => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => onGone(toast.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held, onGone, toast.id]);
  const { action } = toast;
  const label = typeof action === "object" ? action.label : text.toast.undo;
  const act = () => {
    if (typeof action === "function") action();
    else action?.run();
    onGone(toast.id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the message longer
    <div
      className="pointer-events-auto flex min-h-10 max-w-120 items-center gap-2 rounded-3 border border-edge bg-raised ps-4 pe-1.5 shadow-float animate-[rise_var(--move)]"
      onBlur={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <span className="py-2">{toast.message}</span>
      {action ? (
        <Button onClick={act} size="small">
          {label}
        </Button>
      ) : null}
      <Button aria-label={text.toast.dismiss} look="plain" onClick={() => onGone(toast.id)} size="small" square>
        <Icon name="x" size={12} />
      </Button>
    </div>
  );
}
