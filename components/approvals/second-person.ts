"use client";

import { useRouter } from "next/navigation";
import { asksSecondPerson } from "#lib/settings/setting.ts";
import { useMode } from "#components/mode.tsx";
import { useSettings } from "#components/settings/settings-data.ts";
import { text } from "#components/i18n/text.ts";
import { useStatus } from "#components/ui/status.tsx";
import { APPROVALS_HREF } from "./waiting.ts";

/** Whether risky deeds of this account wait for a second person. It only decides what a page says: the API decides. */
export function useAsksSecondPerson(): boolean {
  const mode = useMode();
  const { data } = useSettings();
  return asksSecondPerson(mode, data ?? {});
}

/** Says that a deed waits, with the way to where it does. */
export function useTellWaiting(): (what: string) => void {
  const { toast } = useStatus();
  const router = useRouter();
  return (what) =>
    toast(text.approvals.waits(what), { label: text.approvals.look, run: () => router.push(APPROVALS_HREF) });
}
