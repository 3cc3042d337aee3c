"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ErrorNote } from "./error-note.tsx";
import { Announced } from "./status.tsx";

/** The browser's modal dialog: focus is kept inside, Escape closes, focus returns to what opened it. Mount it to open it. */
export function Dialog({
  title,
  summary,
  onClose,
  children,
  footer,
}: {
  title: ReactNode;
  summary?: ReactNode;
  onClose: () => void;
  children?: ReactNode;
  footer?: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const opener = document.activeElement;
    element.showModal();
    element.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      element.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      aria-describedby={summary ? `${id}-s` : undefined}
      aria-labelledby={`${id}-t`}
      className="dialog"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      ref={dialog}
    >
      <header className="px-5 py-4">
        <h2 className="text-15 font-semibold" id={`${id}-t`}>
          {title}
        </h2>
        {summary ? (
          <p className="mt-1 text-ink-2" id={`${id}-s`}>
            {summary}
          </p>
        ) : null}
      </header>
      {children ? <DialogBody>{children}</DialogBody> : null}
      {footer ? (
        <footer className="flex flex-none flex-wrap justify-end gap-2 border-t border-rule px-5 py-4 *:h-auto *:min-h-10 *:max-w-full *:py-1.5 *:whitespace-normal max-card:*:flex-[1_1_100%]">
          {footer}
        </footer>
      ) : null}
      <Announced />
    </dialog>
  );
}

const TAKES_FOCUS = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Scrolls by itself; where nothing in it takes the focus it does so itself, so that keys can scroll it. */
function DialogBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const [isStop, setStop] = useState(false);
  useEffect(() => {
    const box = body.current;
    if (!box) return undefined;
    const sizes = new ResizeObserver(() =>
      setStop(box.scrollHeight > box.clientHeight && box.querySelector(TAKES_FOCUS) === null),
    );
    sizes.observe(box);
    return () => sizes.disconnect();
  }, []);
  return (
    <div
      className="dialog-body border-t border-rule px-5 py-4 has-[>form:empty:only-child]:hidden"
      ref={body}
      tabIndex={isStop ? 0 : undefined}
    >
      {children}
    </div>
  );
}

/** What went wrong, edge to edge at a dialog's foot. */
export function DialogFault({ error, title }: { error: unknown; title: string }) {
  if (!error) return null;
  return (
    <div className="-mx-5 mt-4 -mb-4">
      <ErrorNote error={error} title={title} />
    </div>
  );
}
