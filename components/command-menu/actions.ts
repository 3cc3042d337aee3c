"use client";

import { usePreferences } from "#components/preferences.tsx";
import { useMay } from "#components/may.ts";
import { leave } from "#components/nav/leave.ts";
import { THEMES } from "#components/nav/theme-menu.tsx";
import { finderText } from "#lib/i18n/finder.ts";
import { SPOKEN } from "#lib/contract/voice.ts";
import { currentLanguage } from "#lib/i18n/language.ts";
import { useReading } from "#components/reading.ts";
import { text } from "#lib/i18n/text.ts";
import { useAccount } from "#components/staff.tsx";
import type { Entry } from "./entries.ts";

const words = finderText.actions;

/** What can be done from anywhere, as far as the person's roles go. */
export function useActions(): readonly Entry[] {
  const { set } = usePreferences();
  const choose = useReading();
  const account = useAccount();
  const [converts, asks, keys] = [useMay("conversions:write"), useMay("payouts:request"), useMay("keys:read")];
  const hint = finderText.action;
  const leading = (label: string, href: string, icon: Entry["icon"], isOffered = true): Entry[] =>
    isOffered && account ? [{ id: `action ${href}`, label, hint, href, icon }] : [];
  return [
    ...leading(words.convert, "/conversions?new=1", "conv", converts),
    ...leading(words.payout, "/payouts?new=1", "payout", asks),
    ...leading(words.held, "/payments?range=90d&label=HELD", "case"),
    ...leading(words.late, "/payments?range=90d&label=LATE", "case"),
    ...leading(words.free, "/payments?range=90d&convertible=true", "pay"),
    ...leading(words.key, "/developers?tab=keys", "dev", keys),
    ...THEMES.map(
      ([name, icon]): Entry => ({
        id: `action theme ${name}`,
        label: words.theme(text.theme[name]),
        hint,
        icon,
        run: () => set("theme", name),
      }),
    ),
    ...SPOKEN.filter((language) => language !== currentLanguage()).map(
      (language): Entry => ({
        id: `action language ${language}`,
        label: words.language(text.languages[language]),
        hint,
        icon: "user",
        run: () => void choose({ language }),
      }),
    ),
    { id: "action account", label: words.account, hint, icon: "lock", href: "/account" },
    { id: "action sign out", label: words.signOut, hint, icon: "out", run: () => void leave() },
  ];
}
