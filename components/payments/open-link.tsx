"use client";

import { createContext, type MouseEvent, type ReactNode, use } from "react";
import { patched, useUrl } from "#components/url.ts";

/** Opens a payment beside the list; given by the page. */
export const OpenPayment = createContext<(paymentId: string) => void>(() => undefined);

/** A link to the same list with this payment open: a plain click opens the drawer, any other a tab of its own. */
export function OpenLink({ paymentId, children }: { paymentId: string; children: ReactNode }) {
  const { params } = useUrl();
  const open = use(OpenPayment);
  const click = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(paymentId);
  };
  return (
    <a
      className="inline-flex min-h-6 items-center rounded-1 hover:underline"
      href={`/payments${patched(params, { open: paymentId })}`}
      onClick={click}
    >
      {children}
    </a>
  );
}
