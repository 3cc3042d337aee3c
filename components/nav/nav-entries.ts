import type { HousePermission } from "#lib/contract/permissions.ts";
import { text } from "#lib/i18n/text.ts";
import type { IconName } from "#components/ui/icons.tsx";

export type NavEntry = {
  href: string;
  label: () => string;
  icon: IconName;
  goKey: string;
  group: 1 | 2;
  letter?: string;
  counts?: "cases" | "approvals";
  /** What of the house opens it to a person who is in no account; absent: it is an account's alone. */
  house?: HousePermission;
  /** It is the house's alone, also for a person who is in an account. */
  houseOnly?: true;
};

/** The pages that work. A new page is one line here: nav, tab bar and the `g …` shortcut follow from it. */
export const NAV: readonly NavEntry[] = [
  { href: "/", label: () => text.nav.overview, icon: "overview", goKey: "o", group: 1 },
  { href: "/bills/new", label: () => text.nav.bills, icon: "bill", goKey: "b", group: 1, letter: "c" },
  { href: "/payments", label: () => text.nav.payments, icon: "pay", goKey: "p", group: 1 },
  { href: "/conversions", label: () => text.nav.conversions, icon: "conv", goKey: "c", group: 1 },
  { href: "/customers", label: () => text.nav.customers, icon: "user", goKey: "u", group: 1 },
  {
    href: "/payouts",
    label: () => text.nav.payouts,
    icon: "payout",
    goKey: "y",
    group: 1,
    house: "house:read",
  },
  {
    href: "/settlements",
    label: () => text.nav.settlements,
    icon: "wallet",
    goKey: "m",
    group: 1,
    house: "house:read",
  },
  {
    href: "/exceptions",
    label: () => text.nav.exceptions,
    icon: "case",
    goKey: "e",
    group: 1,
    counts: "cases",
    house: "house:cases",
  },
  {
    href: "/approvals",
    label: () => text.nav.approvals,
    icon: "approve",
    goKey: "v",
    group: 1,
    counts: "approvals",
    house: "house:audit",
  },
  { href: "/ledger", label: () => text.nav.ledger, icon: "ledger", goKey: "l", group: 1 },
  {
    href: "/treasury",
    label: () => text.nav.treasury,
    icon: "treasury",
    goKey: "t",
    group: 1,
    house: "house:read",
    houseOnly: true,
  },
  { href: "/developers", label: () => text.nav.developers, icon: "dev", goKey: "d", group: 2 },
  { href: "/exports", label: () => text.exports.title, icon: "export", goKey: "x", group: 2 },
  { href: "/audit", label: () => text.nav.audit, icon: "audit", goKey: "a", group: 2, house: "house:audit" },
  {
    href: "/settings",
    label: () => text.nav.settings,
    icon: "set",
    goKey: "s",
    group: 2,
    house: "house:read",
  },
];

/** Whether a path is the entry's page or below it. */
export const isAt = (path: string, { href }: NavEntry): boolean =>
  path === href || (href !== "/" && path.startsWith(`${href}/`));
