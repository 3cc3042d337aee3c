"use client";

import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { cookieOf, type Preferences } from "./preference-cookies.ts";

type Held = Preferences & { set<K extends keyof Preferences>(name: K, value: Preferences[K]): void };

const Context = createContext<Held | undefined>(undefined);

/** Holds what a person prefers; each choice is a cookie, so the server renders the page that way and nothing flashes. */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const [held, setHeld] = useState(initial);
  const value = useMemo<Held>(
    () => ({
      ...held,
      set(name, choice) {
        setHeld((before) => ({ ...before, [name]: choice }));
        remember(name, choice);
      },
    }),
    [held],
  );
  return <Context value={value}>{children}</Context>;
}

export function usePreferences(): Held {
  const held = use(Context);
  if (!held) throw new Error("usePreferences needs PreferencesProvider above it");
  return held;
}

const YEAR_S = 31_536_000;

function remember(name: keyof Preferences, choice: string): void {
  const { protocol } = window.location;
  const secure = protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not in every browser yet, and this is one value of ours
  document.cookie = `${cookieOf(name, protocol)}=${encodeURIComponent(choice)}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
  const root = document.documentElement;
  if (name === "numbers") root.dataset["numbers"] = choice;
  if (name === "density") root.dataset["density"] = choice;
  if (name !== "theme") return;
  if (choice === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = choice;
}
