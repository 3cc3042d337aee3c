"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect } from "react";
import { text } from "#lib/i18n/text.ts";
import { useStatus } from "#components/ui/status.tsx";

/** Opens another page of the desk. Without a connection this one stays: in its place the browser would show an empty one. */
export function useGo(): (href: string) => void {
  const router = useRouter();
  const { toast } = useStatus();
  return useCallback(
    (href) => {
      if (navigator.onLine) router.push(href);
      else toast(text.error.offline);
    },
    [router, toast],
  );
}

/** The same of every link that is pressed, but for those that open a record of a list that is there. */
export function useStayOffline(): void {
  const { toast } = useStatus();
  useEffect(() => {
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (navigator.onLine || !(link instanceof HTMLAnchorElement)) return;
      const opens =
        link.target === "_blank" || link.dataset.opens === "record" || link.getAttribute("href")?.startsWith("#");
      if (opens) return;
      event.preventDefault();
      event.stopPropagation();
      toast(text.error.offline);
    };
    // Ahead of the router, which would not come back from a page that it could not fetch.
    addEventListener("click", stay, true);
    return () => removeEventListener("click", stay, true);
  }, [toast]);
}
