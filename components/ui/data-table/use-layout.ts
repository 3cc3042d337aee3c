"use client";

import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useStaff } from "#components/staff.tsx";
import { useUrl } from "#components/url.ts";
import { type Layout, readLayout, writeLayout } from "./layout.ts";

type Stored = { columns: string | null; order: string | null };

const NOTHING: Stored = { columns: null, order: null };
const held = new Map<string, Stored>();
const listeners = new Set<() => void>();

/**
 * How the reader laid a table out. The address rules, so that it shows the same elsewhere; where it says nothing, what
 * this person chose last in this browser does, and the address then says it too.
 */
export function useLayout(
  table: string,
  ids: readonly string[],
): [Layout, (change: (before: Layout) => Layout) => void] {
  const { userId } = useStaff();
  const { params, change } = useUrl();
  const key = `desk-columns-${userId}-${table}`;
  const stored = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => NOTHING,
  );
  const [columns, order] = [params.get("columns"), params.get("order")];
  const isCustom = columns !== null || order !== null;
  const address = `${columns} ${order}`;
  const [chosen, setChosen] = useState<{ address: string; layout: Layout } | undefined>(undefined);
  const fromAddress = useMemo(
    () => readLayout(ids, isCustom ? columns : stored.columns, isCustom ? order : stored.order),
    [ids, isCustom, columns, order, stored],
  );
  // The address follows a moment later: until then, what was chosen shows.
  const layout = chosen?.address === address ? chosen.layout : fromAddress;
  const silent = !isCustom && (stored.columns !== null || stored.order !== null);
  useEffect(() => {
    if (silent) change(writeLayout(layout), "replace");
  }, [silent, layout, change]);
  // Several slices may change at once: each change goes on from the one before, drawn or not.
  const latest = useRef(layout);
  useEffect(() => {
    latest.current = layout;
  }, [layout]);
  const set = useCallback(
    (update: (before: Layout) => Layout) => {
      const next = update(latest.current);
      latest.current = next;
      const written = writeLayout(next);
      setChosen({ address, layout: next });
      keep(key, { columns: written.columns ?? null, order: written.order ?? null });
      change(written, "replace");
    },
    [key, address, change],
  );
  return [layout, set];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(key: string, value: Stored): void {
  held.set(key, value);
  localStorage.setItem(key, JSON.stringify(value));
  for (const listener of listeners) listener();
}

function read(key: string): Stored {
  let value = held.get(key);
  if (!value) {
    value = parse(localStorage.getItem(key));
    held.set(key, value);
  }
  return value;
}

function parse(stored: string | null): Stored {
  try {
    const { columns, order } = JSON.parse(stored ?? "{}") as Record<string, unknown>;
    const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);
    return { columns: textOrNull(columns), order: textOrNull(order) };
  } catch {
    return NOTHING;
  }
}
