import type { Metadata } from "next";
import { AuditPage } from "#components/audit/audit-page.tsx";
import { text } from "#lib/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.audit });

export default function Page() {
  return <AuditPage />;
}
