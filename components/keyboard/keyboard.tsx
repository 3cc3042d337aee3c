"use client";

import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { usePreferences } from "#components/preferences.tsx";
import { isUnsent } from "#components/unsent.ts";

/** `keys` is one key (`j`, `/`, `Escape`), a sequence (`g p`), or a key with `Ctrl+` (also Cmd) or `Shift+` before it. */
export type Shortcut = { keys: string; label: string; group: string; run: () => void };

type Registry = { add(shortcut: Shortcut): () => void; list(): Shortcut[] };

const Context = createContext<Registry | undefined>(undefined);

/** How long a sequence such as `g p` waits for its second key. */
const SEQUENCE_MS = 1200;

/** One list of shortcuts for the whole desk: it answers the keys and feeds the help dialog. */
export function KeyboardProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(makeRegistry);
  const { letters } = usePreferences();
  const pending = useRef<{ key: string; at: number } | undefined>(undefined);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const pressed = nameOf(event);
    if (isElsewhere(event, pressed)) return;
    if (leavesField(event.target, pressed)) return;
    const known = registry.list().filter((one) => letters === "on" || !isLetter(one.keys));
    const first = pending.current && Date.now() - pending.current.at < SEQUENCE_MS ? pending.current.key : undefined;
    const begins = known.some((one) => one.keys.startsWith(`${pressed} `));
    pending.current = begins ? { key: pressed, at: Date.now() } : undefined;
    const hit = known.find((one) => one.keys === `${first} ${pressed}`) ?? known.find((one) => one.keys === pressed);
    if (!hit) return;
    pending.current = undefined;
    event.preventDefault();
    hit.run();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return <Context value={registry}>{children}</Context>;
}

/** Registers a shortcut while the component stands; the one mounted last wins for the same keys. */
export function useShortcut(keys: string, label: string, group: string, run: () => void, active = true): void {
  const registry = useRegistry();
  const act = useEffectEvent(run);
  useEffect(() => {
    if (!active) return undefined;
    return registry.add({ keys, label, group, run: () => act() });
  }, [registry, keys, label, group, active]);
}

/** The shortcuts that answer now, grouped in the order they came. */
export function useShortcutGroups(): () => [string, Shortcut[]][] {
  const registry = useRegistry();
  return useMemo(() => () => [...Map.groupBy(unique(registry.list()), (one) => one.group)], [registry]);
}

function useRegistry(): Registry {
  const registry = use(Context);
  if (!registry) throw new Error("shortcuts need KeyboardProvider above them");
  return registry;
}

function makeRegistry(): Registry {
  const all = new Set<Shortcut>();
  return {
    add(shortcut) {
      all.add(shortcut);
      return () => all.delete(shortcut);
    },
    list: () => [...all].reverse(),
  };
}

function unique(list: Shortcut[]): Shortcut[] {
  const byKeys = new Map<string, Shortcut>();
  for (const one of list) if (!byKeys.has(one.keys)) byKeys.set(one.keys, one);
  return [...byKeys.values()].reverse();
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return `Ctrl+${key}`;
  return event.shiftKey && event.key.length > 1 ? `Shift+${key}` : key;
}

/** Keys that belong to a field, an open menu, a dialog, an input method or a handler that has taken them already. */
function isElsewhere(event: KeyboardEvent, pressed: string): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return true;
  if (!pressed.startsWith("Ctrl+")) {
    if (isTyping(event.target) && pressed !== "Escape") return true;
    if (document.querySelector(":popover-open")) return true;
  }
  return document.querySelector("dialog[open]") !== null;
}

/** Out of a field whose form holds what was typed, Escape leads to the page first: what it closes there would lose that. */
function leavesField(target: EventTarget | null, pressed: string): boolean {
  if (pressed !== "Escape" || !isUnsent() || !isTyping(target) || !(target instanceof HTMLElement)) return false;
  target.blur();
  return true;
}

const isLetter = (keys: string) => keys.split(" ").every((key) => key.length === 1);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type);
}
