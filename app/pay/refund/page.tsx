import type { Metadata } from "next";
import { RefundPage } from "#components/payer/refund-page.tsx";
import { words } from "#components/payer/words.ts";

export const generateMetadata = (): Metadata => ({ title: { absolute: words.refund.title } });

/** Where a refund link leads; the token stands behind # and is read by the browser alone. */
export default function Page() {
  return <RefundPage />;
}
