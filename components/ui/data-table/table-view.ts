"use client";

import { useCallback, useSyncExternalStore } from "react";

export type Visibility = Readonly<Record<string, boolean>>;

const EMPTY: Visibility = {};
const held = new Map<string, Visibility>();
const listeners = new Set<() => void>();

/** Which columns a person asked for or put away in one table, kept in this browser. */
export function useColumnChoice(table: string): [Visibility, (next: Visibility) => void] {
  const key = `desk-columns-${table}`;
  const value = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => EMPTY,
  );
  const set = useCallback(
    (next: Visibility) => {
      held.set(key, next);
      localStorage.setItem(key, JSON.stringify(next));
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [value, set];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(key: string): Visibility {
  let value = held.get(key);
  if (!value) {
    value = parse(localStorage.getItem(key));
    held.set(key, value);
  }
  return value;
}

function parse(stored: string | null): Visibility {
  try {
    const value: unknown = JSON.parse(stored ?? "{}");
    if (typeof value !== "object" || value === null) return EMPTY;
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean"),
    );
  } catch {
    return EMPTY;
  }
}
