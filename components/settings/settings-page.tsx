"use client";

import { lazyPart } from "#components/ui/lazy-part.tsx";
import { type AccountPermission, type HousePermission, houseRoleMay, roleMay } from "#lib/contract/permissions.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { text } from "#lib/i18n/text.ts";
import { useAccount, useStaff } from "#components/staff.tsx";
import { Opened } from "#components/ui/opened.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { useUrl } from "#components/url.ts";
import { RulesTab } from "./rules-tab.tsx";

/** Loaded when they are opened. */
const PeopleTab = lazyPart(async () => (await import("./people-tab.tsx")).PeopleTab);
const NotificationsTab = lazyPart(async () => (await import("./notifications-tab.tsx")).NotificationsTab);
const HouseTab = lazyPart(async () => (await import("./house-tab.tsx")).HouseTab);
const ChainsTab = lazyPart(async () => (await import("#components/chains/chains-tab.tsx")).ChainsTab);
const HouseKeys = lazyPart(async () => (await import("./house-keys.tsx")).HouseKeys);
const WalletsTab = lazyPart(async () => (await import("#components/wallets/wallets-tab.tsx")).WalletsTab);

const words = settingsText;
const TABS = ["rules", "people", "notifications", "house", "chains", "wallets", "keys"] as const;
type Tab = (typeof TABS)[number];
/** What a tab shows of the account, and of the house: to whom neither is open it is not offered. */
const SHOWS: Record<Tab, { account?: AccountPermission; house?: HousePermission }> = {
  rules: { account: "account:read" },
  people: { account: "account:read", house: "house:audit" },
  notifications: { account: "account:read" },
  house: { house: "house:read" },
  chains: { house: "house:read" },
  wallets: { house: "house:read" },
  keys: { house: "house:audit" },
};
const PARTS = {
  rules: RulesTab,
  people: PeopleTab,
  notifications: NotificationsTab,
  house: HouseTab,
  chains: ChainsTab,
  wallets: WalletsTab,
  keys: HouseKeys,
} as const;

/** What rules for the account, and who may do what; each part has its own address. */
export function SettingsPage() {
  const { params } = useUrl();
  const account = useAccount();
  const ofHouse = useStaff().house?.role ?? "";
  const tabs = TABS.filter((tab) => {
    const { account: own, house } = SHOWS[tab];
    return (own && roleMay(account?.role ?? "", own)) || (house && houseRoleMay(ofHouse, house));
  });
  const first: Tab = account ? "rules" : "house";
  const here = tabs.find((tab) => tab === params.get("tab")) ?? first;
  const Part = PARTS[here];
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-3 px-gutter py-2">
        <h1 className="text-15 font-semibold">{text.nav.settings}</h1>
        <span className="text-12 text-ink-3">{account ? words.hint : words.houseHint}</span>
      </div>
      <Tabs
        className="flex-none border-b border-rule px-gutter pb-2"
        label={words.tabsLabel}
        tabs={tabs.map((tab) => ({
          href: tab === first ? "/settings" : `/settings?tab=${tab}`,
          label: words.tabs[tab],
          current: tab === here,
        }))}
      />
      <Opened>
        <Part />
      </Opened>
    </>
  );
}
