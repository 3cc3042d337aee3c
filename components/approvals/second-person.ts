"use client";

import { useGo } from "#components/connection.ts";
import { asksSecondPerson, ruling } from "#lib/settings/setting.ts";
import { useMode } from "#components/mode.tsx";
import { useHouseSettings, useSettings } from "#components/rules/settings-data.ts";
import { APPROVALS_HREF } from "#lib/contract/approval-href.ts";
import { text } from "#lib/i18n/text.ts";
import { useStatus } from "#components/ui/status.tsx";
import type { Whose } from "#components/whose.tsx";

/** Whether risky actions of this account, or of the house, wait for a second person. Only for the page's wording: the API decides. */
export function useAsksSecondPerson(whose: Whose = "account"): boolean {
  const mode = useMode();
  const account = useSettings({ enabled: whose === "account" });
  const house = useHouseSettings({ enabled: whose === "house" });
  return asksSecondPerson(mode, ruling((whose === "house" ? house : account).data ?? {}));
}

/** Shows that an action waits for a second person, with a link to where it waits. */
export function useNotifyWaiting(): (what: string) => void {
  const { toast } = useStatus();
  const go = useGo();
  return (what) =>
    toast(text.secondPerson.waits(what), { label: text.secondPerson.look, run: () => go(APPROVALS_HREF) });
}
