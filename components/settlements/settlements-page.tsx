"use client";

import { lazyPart } from "#components/ui/lazy-part.tsx";
import { settlementsText } from "#lib/i18n/settlements.ts";
import { Opened } from "#components/ui/opened.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { patched, useUrl } from "#components/url.ts";
import { useWhose, WhoseProvider, WhoseSwitch } from "#components/whose.tsx";
import { SettlementsTab } from "./settlements-tab.tsx";

/** Loaded when it is opened. */
const TermsTab = lazyPart(async () => (await import("./terms-tab.tsx")).TermsTab);

const words = settlementsText;

/** What the house settles with the account, and by which terms; for the house of all accounts. */
export function SettlementsPage() {
  const { params } = useUrl();
  const { whose } = useWhose("house:read");
  const here = params.get("tab") === "terms" ? "terms" : "settlements";
  const linkTo = (tab: string | undefined) => patched(params, { tab, settlement: undefined, status: undefined }) || "?";
  const tabs = (
    <>
      <Tabs
        className="-mx-2 min-w-0"
        label={words.tabs.label}
        tabs={[
          { label: words.tabs.settlements, href: linkTo(undefined), current: here === "settlements" },
          { label: words.tabs.terms, href: linkTo("terms"), current: here === "terms" },
        ]}
      />
      <WhoseSwitch needed="house:read" />
    </>
  );
  return (
    <WhoseProvider value={whose}>
      {here === "settlements" ? (
        <SettlementsTab key={whose} tabs={tabs} />
      ) : (
        <>
          <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-5 gap-y-2 border-b border-rule px-gutter py-2.5">
            <h1 className="text-15 font-semibold">{words.title}</h1>
            {tabs}
          </div>
          <Opened>
            <TermsTab key={whose} />
          </Opened>
        </>
      )}
    </WhoseProvider>
  );
}
