"use client";

import { createContext, type MouseEvent, type ReactNode, use } from "react";

/** How the records of a list are opened beside it: by a press, and by an address of their own. */
export type Opener = { show: (id: string) => void; hrefOf: (id: string) => string };

/** Given by the list's page. */
export const OpenRecord = createContext<Opener>({ show: () => undefined, hrefOf: () => "" });

/** A link to the same list with a record open: a plain click opens the drawer, any other a tab of its own. */
export function RowLink({ id, children }: { id: string; children: ReactNode }) {
  const { show, hrefOf } = use(OpenRecord);
  const click = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(id);
  };
  return (
    <a
      className="inline-flex min-h-6 max-w-full items-center rounded-1 hover:underline"
      data-opens="record"
      href={hrefOf(id)}
      onClick={click}
    >
      <span className="min-w-0 truncate">{children}</span>
    </a>
  );
}
