"use client";

import type { ReactNode } from "react";
import { payoutsText } from "#components/i18n/payouts.ts";
import { Tabs } from "#components/ui/tabs.tsx";
import { patched, useUrl } from "#components/url.ts";
import { useWhose, WhoseProvider, WhoseSwitch } from "#components/whose.tsx";
import { BeneficiariesTab } from "./beneficiaries-tab.tsx";
import { FilesTab } from "./files-tab.tsx";
import { PayoutsTab } from "./payouts-tab.tsx";

const words = payoutsText;

/** What leaves: the account's payouts and where they may go; for the house those of all accounts and the files for the bank. */
export function PayoutsPage() {
  const { params } = useUrl();
  const { whose } = useWhose("house:read");
  const other = whose === "house" ? "files" : "beneficiaries";
  const here = params.get("tab") === other ? other : "payouts";
  const linkTo = (tab: string | undefined) =>
    patched(params, { tab, payout: undefined, new: undefined, status: undefined }) || "?";
  const tabs = (
    <>
      <Tabs
        className="-mx-2 min-w-0"
        label={words.tabs.label}
        tabs={[
          { label: words.tabs.payouts, href: linkTo(undefined), current: here === "payouts" },
          { label: words.tabs[other], href: linkTo(other), current: here === other },
        ]}
      />
      <WhoseSwitch needed="house:read" />
    </>
  );
  return (
    <WhoseProvider value={whose}>
      {here === "payouts" ? <PayoutsTab key={whose} tabs={tabs} /> : null}
      {here === "beneficiaries" ? (
        <Part tabs={tabs}>
          <BeneficiariesTab />
        </Part>
      ) : null}
      {here === "files" ? (
        <Part tabs={tabs}>
          <FilesTab />
        </Part>
      ) : null}
    </WhoseProvider>
  );
}

function Part({ tabs, children }: { tabs: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-5 gap-y-2 border-b border-rule px-gutter py-2.5">
        <h1 className="text-15 font-semibold">{words.title}</h1>
        {tabs}
      </div>
      {children}
    </>
  );
}
