import type { Metadata } from "next";
import { SettlementsPage } from "#components/settlements/settlements-page.tsx";
import { text } from "#lib/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.settlements });

export default function Page() {
  return <SettlementsPage />;
}
