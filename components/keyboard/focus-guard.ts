import { useEffect } from "react";

/**
 * Gives the focus to what is around it when what had it goes away: a filter that is taken off, a request that was decided,
 * a dialog whose button left the page meanwhile. Browsers leave it on nothing, from where a screen reader begins at the top.
 */
export function useFocusGuard(): void {
  useEffect(() => {
    let path: HTMLElement[] = [];
    const remember = ({ target }: FocusEvent) => {
      path = target instanceof HTMLElement ? around(target) : [];
    };
    /** Not what the reader left by themselves, as by a press beside it. */
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (path[0] === target && path[0]?.isConnected) path = [];
      });
    const keep = () => {
      if (document.activeElement !== document.body || path.length === 0 || path[0]?.isConnected) return;
      const next = path.find((one) => one.isConnected && one.tabIndex >= -1 && one.hasAttribute("tabindex"));
      path = [];
      next?.focus({ preventScroll: true });
    };
    document.addEventListener("focusin", remember);
    document.addEventListener("focusout", forget);
    const watch = new MutationObserver(keep);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      document.removeEventListener("focusout", forget);
      watch.disconnect();
    };
  }, []);
}

/** An element and all that it is in, from the inside out. */
function around(element: HTMLElement): HTMLElement[] {
  const path = [element];
  for (let parent = element.parentElement; parent; parent = parent.parentElement) path.push(parent);
  return path;
}
