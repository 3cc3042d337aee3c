"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect } from "react";
import { text } from "#lib/i18n/text.ts";
import { useStatus } from "#components/ui/status.tsx";
import { isAway, isBack } from "#components/reached.ts";

/**
 * Opens another page of the desk. Without a connection, or while the server is away, this one stays: in its place the
 * browser would show a page of its own.
 */
export function useGo(): (href: string) => void {
  const router = useRouter();
  const { toast } = useStatus();
  return useCallback(
    async (href) => {
      if (!navigator.onLine) return toast(text.error.offline);
      if (isAway() && !(await isBack())) return toast(text.error.away);
      router.push(href);
    },
    [router, toast],
  );
}

/** What opens in a tab or window of its own, or is saved: this page stays by itself. */
const isBeside = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent, link: HTMLAnchorElement): boolean =>
  altKey || ctrlKey || metaKey || shiftKey || link.target === "_blank" || link.hasAttribute("download");

/** The same of every link that is pressed, but for those that open a record of a list that is there. */
export function useStayOffline(): void {
  const go = useGo();
  useEffect(() => {
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if ((navigator.onLine && !isAway()) || !(link instanceof HTMLAnchorElement)) return;
      const opens =
        isBeside(event, link) || link.dataset.opens === "record" || link.getAttribute("href")?.startsWith("#");
      if (opens) return;
      event.preventDefault();
      event.stopPropagation();
      go(link.href);
    };
    // Ahead of the router, which would not come back from a page that it could not fetch.
    addEventListener("click", stay, true);
    return () => removeEventListener("click", stay, true);
  }, [go]);
}
