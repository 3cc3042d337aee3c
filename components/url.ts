"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

export type UrlPatch = Readonly<Record<string, string | undefined>>;

/**
 * The page's state is its URL. `change` writes it without a round trip; `"push"` makes a step that Back undoes. What stands
 * there already is not written again: even that would call the router back from where it is going.
 */
export function useUrl(): { params: URLSearchParams; change: (patch: UrlPatch, how?: "push" | "replace") => void } {
  const params = useSearchParams();
  const change = useCallback((patch: UrlPatch, how: "push" | "replace" = "push") => {
    const next = patched(new URLSearchParams(window.location.search), patch);
    if (next === patched(new URLSearchParams(window.location.search), {})) return;
    const url = window.location.pathname + next;
    if (how === "push") window.history.pushState(null, "", url);
    else window.history.replaceState(null, "", url);
  }, []);
  return { params, change };
}

/** `?…` of the parameters with the patch applied; undefined removes. */
export function patched(params: URLSearchParams, patch: UrlPatch): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || value === "") next.delete(name);
    else next.set(name, value);
  }
  const written = next.toString();
  return written === "" ? "" : `?${written}`;
}
