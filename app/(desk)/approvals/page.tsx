import type { Metadata } from "next";
import { ApprovalsPage } from "#components/approvals/approvals-page.tsx";
import { text } from "#lib/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.approvals });

export default function Page() {
  return <ApprovalsPage />;
}
