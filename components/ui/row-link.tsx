"use client";

import { createContext, type MouseEvent, type ReactNode, use } from "react";
import { patched, useUrl } from "#components/url.ts";

/** Opens a record of the list beside it; given by the list's page. */
export const OpenRecord = createContext<(id: string) => void>(() => undefined);

/** A link to the same list with a record open: a plain click opens the drawer, any other a tab of its own. */
export function RowLink({
  path,
  param,
  id,
  children,
}: {
  path: string;
  param: string;
  id: string;
  children: ReactNode;
}) {
  const { params } = useUrl();
  const open = use(OpenRecord);
  const click = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(id);
  };
  return (
    <a
      className="inline-flex min-h-6 items-center rounded-1 hover:underline"
      href={`${path}${patched(params, { [param]: id })}`}
      onClick={click}
    >
      {children}
    </a>
  );
}
