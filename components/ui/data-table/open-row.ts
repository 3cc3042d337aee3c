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

type Step = { id: string | undefined; takeFocus: boolean };

/**
 * The row that the drawer shows: its id is in the URL under `param`, so Back closes and a link opens it. Focus goes to what
 * the reader opened, wherever they did: in the list, by a link, by the finder, or by Back; not to what they walk past.
 */
export function useOpenRow<Row>(param: string, rows: readonly Row[], idOf: (row: Row) => string): OpenRow<Row> {
  const { params, change } = useUrl();
  const id = params.get(param) ?? undefined;
  const [shown, setShown] = useState<Step>({ id, takeFocus: id !== undefined });
  /** Where the list itself goes, one after the other; whatever else the URL names has come from elsewhere. */
  const [steps, setSteps] = useState<readonly Step[]>([]);
  if (shown.id !== id) {
    const at = steps.findIndex((step) => step.id === id);
    setShown(steps[at] ?? { id, takeFocus: true });
    setSteps(at < 0 ? [] : steps.slice(at + 1));
  }
  const left = useRef<{ id: string; isClosed: boolean }>(undefined);
  // The URL is ahead of what is drawn: a key that comes between acts on the row it names.
  const named = useCallback(() => new URLSearchParams(window.location.search).get(param) ?? undefined, [param]);
  const go = useCallback(
    (to: string | undefined, takeFocus: boolean) => {
      const step = { id: to, takeFocus };
      if (named() === to) setShown((before) => (before.id === to ? step : before));
      else setSteps((before) => [...before, step]);
      change({ [param]: to }, named() === undefined ? "push" : "replace");
    },
    [param, change, named],
  );
  const show = useCallback((to: string) => go(to, true), [go]);
  const opener = useMemo(() => {
    const others = patched(params, { [param]: undefined });
    const before = others === "" ? "?" : `${others}&`;
    return { show, hrefOf: (to: string) => `${before}${param}=${encodeURIComponent(to)}` };
  }, [params, param, show]);
  const placeOf = (wanted: string | undefined) =>
    wanted === undefined ? -1 : rows.findIndex((row) => idOf(row) === wanted);
  useEffect(() => {
    if (id !== undefined) {
      left.current = { id, isClosed: false };
      return;
    }
    // By Back the focus goes with the drawer; what has it elsewhere keeps it.
    if (left.current && (left.current.isClosed || document.activeElement === document.body)) focusRow(left.current.id);
    left.current = undefined;
  }, [id]);
  const place = placeOf(id);
  const walk = (by: -1 | 1) => {
    const at = placeOf(named());
    const to = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (to) go(idOf(to), false);
  };
  return {
    id,
    takeFocus: shown.takeFocus,
    record: rows[place],
    opener,
    follow: (to: string) => go(to, false),
    close: () => {
      const closed = named();
      left.current = closed === undefined ? undefined : { id: closed, isClosed: true };
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
