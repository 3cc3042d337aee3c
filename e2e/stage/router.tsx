import { type AnchorHTMLAttributes, type MouseEvent, useMemo, useSyncExternalStore } from "react";

/** Stands in for Next's router on the stage: the page's address is the window's, a link or a push only changes it. */
const CHANGED = "stage-address";

for (const name of ["pushState", "replaceState"] as const) {
  const original = history[name].bind(history);
  history[name] = (...given: Parameters<History["pushState"]>) => {
    original(...given);
    window.dispatchEvent(new Event(CHANGED));
  };
}

function subscribe(changed: () => void): () => void {
  const names = [CHANGED, "popstate"];
  for (const name of names) window.addEventListener(name, changed);
  return () => {
    for (const name of names) window.removeEventListener(name, changed);
  };
}

const useAddress = () => useSyncExternalStore(subscribe, () => window.location.href);

export function useSearchParams(): URLSearchParams {
  const address = useAddress();
  return useMemo(() => new URL(address).searchParams, [address]);
}

export const usePathname = (): string => new URL(useAddress()).pathname;

const router = {
  push: (href: string) => history.pushState(null, "", href),
  replace: (href: string) => history.replaceState(null, "", href),
  refresh: () => undefined,
  back: () => history.back(),
  prefetch: () => undefined,
};
export const useRouter = () => router;

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { prefetch?: boolean; scroll?: boolean; replace?: boolean };

/** `next/link` and `next/navigation` are both answered by this file. */
export default function Link({ prefetch: _, scroll: __, replace: ___, onClick, href = "", ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    history.pushState(null, "", href);
  };
  return <a {...rest} href={href} onClick={follow} />;
}
