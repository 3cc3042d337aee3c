"use client";

import { useWaitingApprovals } from "#components/approvals/approvals-data.ts";
import { ApprovalsTab } from "#components/approvals/approvals-tab.tsx";
import { settingsText } from "#components/i18n/settings.ts";
import { text } from "#components/i18n/text.ts";
import { ChainsTab } from "#components/chains/chains-tab.tsx";
import { useMay } from "#components/may.ts";
import { Tabs } from "#components/ui/tabs.tsx";
import { useUrl } from "#components/url.ts";
import { WalletsTab } from "#components/wallets/wallets-tab.tsx";
import { HouseTab } from "./house-tab.tsx";
import { PeopleTab } from "./people-tab.tsx";
import { RulesTab } from "./rules-tab.tsx";

const words = settingsText;
const TABS = ["rules", "approvals", "people", "house", "chains", "wallets"] as const;
/** What is the house's is shown to who works for it. */
const OF_HOUSE: readonly string[] = ["house", "chains", "wallets"];
const PARTS = {
  rules: RulesTab,
  approvals: ApprovalsTab,
  people: PeopleTab,
  house: HouseTab,
  chains: ChainsTab,
  wallets: WalletsTab,
} as const;

/** What rules for the account, and who may do what; each part has its own address. */
export function SettingsPage() {
  const { params } = useUrl();
  const ofHouse = useMay("house:read");
  const tabs = TABS.filter((tab) => ofHouse || !OF_HOUSE.includes(tab));
  const here = tabs.find((tab) => tab === params.get("tab")) ?? "rules";
  const Part = PARTS[here];
  const waiting = useWaitingApprovals().data?.length;
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-3 px-gutter py-2">
        <h1 className="text-15 font-semibold">{text.nav.settings}</h1>
        <span className="text-12 text-ink-3">{words.hint}</span>
      </div>
      <Tabs
        className="flex-none border-b border-rule px-gutter pb-2"
        label={words.tabsLabel}
        tabs={tabs.map((tab) => ({
          href: tab === "rules" ? "/settings" : `/settings?tab=${tab}`,
          label: words.tabs[tab],
          current: tab === here,
          count: tab === "approvals" ? waiting || undefined : undefined,
        }))}
      />
      <Part />
    </>
  );
}
