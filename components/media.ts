import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds; false while the page is hydrated. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches, no);
}

/** Below this, tables are cards. */
export const CARDS = "(max-width: 760px)";
/** Below this, the drawer lies over the list. */
export const OVERLAY = "(max-width: 1279px)";

const no = () => false;
