"use client";

import { useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { developersText } from "#lib/i18n/developers.ts";
import { text } from "#lib/i18n/text.ts";
import { useMay } from "#components/may.ts";
import { Opened } from "#components/ui/opened.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { useUrl } from "#components/url.ts";
import type { MadeKey } from "./keys-data.ts";
import { QuickstartTab } from "./quickstart-tab.tsx";

/** Loaded when they are opened. */
const KeysTab = lazyPart(async () => (await import("./keys-tab.tsx")).KeysTab);
const WebhooksTab = lazyPart(async () => (await import("./webhooks-tab.tsx")).WebhooksTab);
const RequestsTab = lazyPart(async () => (await import("./requests-tab.tsx")).RequestsTab);
const SandboxTab = lazyPart(async () => (await import("./sandbox-tab.tsx")).SandboxTab);

const words = developersText;
const TABS = ["quickstart", "keys", "webhooks", "requests", "sandbox"] as const;
type Tab = (typeof TABS)[number];
type Mode = "sandbox" | "live";

/** What programs need to work with this account; each part has its own address. */
export function DevelopersPage({ mode }: { mode: Mode }) {
  const { params } = useUrl();
  const [made, setMade] = useState<MadeKey>();
  const mayPlay = useMay("sandbox") && mode === "sandbox";
  const tabs = TABS.filter((tab) => tab !== "sandbox" || mayPlay);
  const here: Tab = tabs.find((tab) => tab === params.get("tab")) ?? "quickstart";
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-3 px-gutter py-2">
        <h1 className="text-15 font-semibold">{text.nav.developers}</h1>
        <span className="text-12 text-ink-3">{words.hint}</span>
      </div>
      <Tabs
        className="flex-none border-b border-rule px-gutter pb-2"
        label={words.tabsLabel}
        tabs={tabs.map((tab) => ({
          href: tab === "quickstart" ? "/developers" : `/developers?tab=${tab}`,
          label: words.tabs[tab],
          current: tab === here,
        }))}
      />
      {here === "quickstart" ? <QuickstartTab made={made} mode={mode} onMade={setMade} /> : null}
      <Opened>
        {here === "keys" ? <KeysTab onMade={setMade} /> : null}
        {here === "webhooks" ? <WebhooksTab mode={mode} /> : null}
        {here === "requests" ? <RequestsTab /> : null}
        {here === "sandbox" ? <SandboxTab /> : null}
      </Opened>
    </>
  );
}
