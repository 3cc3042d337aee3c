"use client";

import type { MouseEvent, ReactNode } from "react";
import { patched, useUrl } from "#components/url.ts";

/** A link to the same list with a record open: a plain click opens the drawer, any other a tab of its own. */
export function RowLink({
  path,
  param,
  id,
  onOpen,
  children,
}: {
  path: string;
  param: string;
  id: string;
  onOpen: (id: string) => void;
  children: ReactNode;
}) {
  const { params } = useUrl();
  const click = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(id);
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
