"use client";

import { createContext, type ReactNode, use } from "react";
import { RowLink } from "#components/ui/row-link.tsx";

/** Opens a conversion beside the list; given by the page. */
export const OpenConversion = createContext<(invoiceId: string) => void>(() => undefined);

/** A link to the same list with this conversion open. */
export function OpenConversionLink({ invoiceId, children }: { invoiceId: string; children: ReactNode }) {
  const open = use(OpenConversion);
  return (
    <RowLink id={invoiceId} onOpen={open} param="invoice" path="/conversions">
      {children}
    </RowLink>
  );
}
