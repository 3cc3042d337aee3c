"use client";

import { createContext, type ReactNode, use } from "react";
import { RowLink } from "#components/ui/row-link.tsx";

/** Opens a payment beside the list; given by the page. */
export const OpenPayment = createContext<(paymentId: string) => void>(() => undefined);

/** A link to the same list with this payment open. */
export function OpenLink({ paymentId, children }: { paymentId: string; children: ReactNode }) {
  const open = use(OpenPayment);
  return (
    <RowLink id={paymentId} onOpen={open} param="open" path="/payments">
      {children}
    </RowLink>
  );
}
