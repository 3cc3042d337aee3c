"use client";

import { useRouter } from "next/navigation";
import { asksSecondPerson, ruling } from "#lib/settings/setting.ts";
import { useMode } from "#components/mode.tsx";
import { useSettings } from "#components/settings/settings-data.ts";
import { text } from "#components/i18n/text.ts";
import { useStatus } from "#components/ui/status.tsx";
import { APPROVALS_HREF } from "./waiting.ts";

/** Whether risky actions of this account wait for a second person. Only for the page's wording: the API decides. */
export function useAsksSecondPerson(): boolean {
  const mode = useMode();
  const { data } = useSettings();
  return asksSecondPerson(mode, ruling(data ?? {}));
}

/** Shows that an action waits for a second person, with a link to where it waits. */
export function useTellWaiting(): (what: string) => void {
  const { toast } = useStatus();
  const router = useRouter();
  return (what) =>
    toast(text.approvals.waits(what), { label: text.approvals.look, run: () => router.push(APPROVALS_HREF) });
}
