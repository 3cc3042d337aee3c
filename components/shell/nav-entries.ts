import { text } from "#components/text/text.ts";
import type { IconName } from "#components/ui/icons.tsx";

export type NavEntry = { href: string; label: string; icon: IconName; goKey: string; group: 1 | 2 };

/** The pages that work. A new page is one line here: nav, tab bar and the `g …` shortcut follow from it. */
export const NAV: readonly NavEntry[] = [
  { href: "/payments", label: text.nav.payments, icon: "pay", goKey: "p", group: 1 },
];
