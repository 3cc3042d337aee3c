"use client";

import type { ReactNode } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { payoutsText } from "#lib/i18n/payouts.ts";
import { Opened } from "#components/ui/opened.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { patched, useUrl } from "#components/url.ts";
import { useWhose, WhoseProvider, WhoseSwitch } from "#components/whose.tsx";
import { PayoutsTab } from "./payouts-tab.tsx";

/** Loaded when they are opened. */
const BeneficiariesTab = lazyPart(async () => (await import("./beneficiaries-tab.tsx")).BeneficiariesTab);
const FilesTab = lazyPart(async () => (await import("./files-tab.tsx")).FilesTab);
const SigningTab = lazyPart(async () => (await import("#components/signing/signing-tab.tsx")).SigningTab);

const words = payoutsText;
const OF_HOUSE = ["signing", "files"] as const;
const OF_ACCOUNT = ["beneficiaries"] as const;

/** What leaves: the account's payouts and where they may go; for the house those of all accounts, what is to sign, and the files for the bank. */
export function PayoutsPage() {
  const { params } = useUrl();
  const { whose } = useWhose("house:read");
  const others = whose === "house" ? OF_HOUSE : OF_ACCOUNT;
  const here = others.find((tab) => tab === params.get("tab")) ?? "payouts";
  const linkTo = (tab: string | undefined) =>
    patched(params, { tab, payout: undefined, new: undefined, status: undefined }) || "?";
  const tabs = (
    <>
      <Tabs
        className="-mx-2 min-w-0"
        label={words.tabs.label}
        tabs={[
          { label: words.tabs.payouts, href: linkTo(undefined), current: here === "payouts" },
          ...others.map((tab) => ({ label: words.tabs[tab], href: linkTo(tab), current: here === tab })),
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
      {here === "signing" ? (
        <Part tabs={tabs}>
          <SigningTab />
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
      <Opened>{children}</Opened>
    </>
  );
}
