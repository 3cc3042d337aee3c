"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { patched, useUrl } from "#components/url.ts";
import type { Opener } from "../row-link.tsx";
import type { Selection } from "./selection.ts";

/** The row that the drawer shows, and the ways to another or none. `step` is absent when there is no other. */
export type OpenRow<Row> = {
  id: string | undefined;
  takeFocus: boolean;
  record: Row | undefined;
  opener: Opener;
  follow: (id: string) => void;
  close: () => void;
  step: ((by: -1 | 1) => void) | undefined;
  /** As `step`, from whatever the URL names by now; with nothing open to the first row. */
  walk: (by: -1 | 1) => void;
};

/**
 * The row that the drawer shows: its id is in the URL under `param`, so Back closes and a link opens it.
 * `focusAtFirst`: a page that was opened at a record puts the focus on it.
 */
export function useOpenRow<Row>(
  param: string,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  focusAtFirst = false,
): OpenRow<Row> {
  const { params, change } = useUrl();
  const id = params.get(param) ?? undefined;
  const [takeFocus, setTakeFocus] = useState(focusAtFirst && id !== undefined);
  const left = useRef<string>(undefined);
  // The URL is ahead of what is drawn: a key that comes between acts on the row it names.
  const named = useCallback(() => new URLSearchParams(window.location.search).get(param) ?? undefined, [param]);
  const go = useCallback(
    (next: string | undefined, focus: boolean) => {
      setTakeFocus(focus);
      change({ [param]: next }, named() === undefined ? "push" : "replace");
    },
    [param, change, named],
  );
  const show = useCallback((next: string) => go(next, true), [go]);
  const opener = useMemo(() => {
    const others = patched(params, { [param]: undefined });
    const before = others === "" ? "?" : `${others}&`;
    return { show, hrefOf: (next: string) => `${before}${param}=${encodeURIComponent(next)}` };
  }, [params, param, show]);
  const placeOf = (wanted: string | undefined) =>
    wanted === undefined ? -1 : rows.findIndex((row) => idOf(row) === wanted);
  useEffect(() => {
    if (id !== undefined || left.current === undefined) return;
    focusRow(left.current);
    left.current = undefined;
  }, [id]);
  const place = placeOf(id);
  const walk = (by: -1 | 1) => {
    const at = placeOf(named());
    const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (next) go(idOf(next), false);
  };
  return {
    id,
    takeFocus,
    record: rows[place],
    opener,
    follow: (next: string) => go(next, false),
    close: () => {
      left.current = named();
      go(undefined, false);
    },
    step: rows.length > 1 && place >= 0 ? walk : undefined,
    walk,
  };
}

function focusRow(id: string): void {
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] a[href]`)?.focus();
}

/** Selected rows, kept by id: one that left the loaded rows still counts as it was last seen. */
export function useSelected<Row>(rows: readonly Row[], selection: Selection, idOf: (row: Row) => string): Row[] {
  const [seen] = useState(() => new Map<string, Row>());
  return useMemo(() => {
    const ids = Object.keys(selection);
    if (ids.length > 0) for (const row of rows) if (selection[idOf(row)]) seen.set(idOf(row), row);
    return ids.flatMap((id) => seen.get(id) ?? []);
  }, [rows, selection, seen, idOf]);
}
