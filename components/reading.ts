"use client";

import { useEffect, useRef } from "react";
import type { NumberStyle, Spoken } from "#lib/contract/voice.ts";
import { chooseReadingCall } from "#lib/people/me-calls.ts";
import { currentLanguage, currentNumbers } from "#lib/i18n/language.ts";
import { usePreferences } from "./preferences.tsx";
import { useApi } from "./staff.tsx";
import type { Zone } from "#lib/i18n/times.ts";

/** How a person reads: kept with them, for mails and papers too, and in a cookie, so that pages are rendered so. */
export type Reading = { language?: Spoken; numbers?: NumberStyle; zone?: Zone };

/**
 * Chooses how the person reads, for this browser and for whatever is written to them. Words and figures stand in every part
 * of a page, so it is loaded anew for them.
 */
export function useReading(): (chosen: Reading) => Promise<void> {
  const { set } = usePreferences();
  const api = useApi();
  return async ({ language, numbers, zone }) => {
    if (language) set("language", language);
    if (numbers) set("numbers", numbers);
    if (zone) set("zone", zone);
    const body = { ...(language && { language }), ...(numbers && { numbers }), ...(zone && { zone: zoneNamed(zone) }) };
    // Where it is not kept, this browser shows it all the same, and asks again when the page is next opened.
    await api.mutate(chooseReadingCall, body).catch(() => undefined);
    if (language ?? numbers) window.location.reload();
  };
}

/** A zone by the name that others know it by. */
const zoneNamed = (zone: Zone): string =>
  zone === "utc" ? "UTC" : zone === "local" ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone;

/** Whether this page is written as the person chose. */
const isShown = ({ language = currentLanguage() as Spoken, numbers = currentNumbers() }: Reading): boolean =>
  language === currentLanguage() && numbers === currentNumbers();

/**
 * One choice, wherever it was made: what is kept with the person rules in this browser, and what only this browser knows
 * yet is kept with the person.
 */
export function useStoredReading(stored: Reading): void {
  const { language, numbers, set } = usePreferences();
  const api = useApi();
  const compared = useRef(false);
  useEffect(() => {
    // Once a page: what is chosen on it goes both ways at once.
    if (compared.current || language === "xa") return;
    compared.current = true;
    const fresh = { ...(language && !stored.language && { language }), ...(numbers && !stored.numbers && { numbers }) };
    if (Object.keys(fresh).length > 0) void api.mutate(chooseReadingCall, fresh).catch(() => undefined);
    if (isShown(stored)) return;
    if (stored.language) set("language", stored.language);
    if (stored.numbers) set("numbers", stored.numbers);
    window.location.reload();
  }, [api, stored, language, numbers, set]);
}
