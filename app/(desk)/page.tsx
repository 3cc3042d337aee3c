import type { Metadata } from "next";
import { OverviewPage } from "#components/overview/overview-page.tsx";
import { text } from "#lib/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.overview });

export default function Page() {
  return <OverviewPage />;
}
