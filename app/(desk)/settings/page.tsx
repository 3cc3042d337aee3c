import type { Metadata } from "next";
import { SettingsPage } from "#components/settings/settings-page.tsx";
import { text } from "#lib/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.settings });

export default function Page() {
  return <SettingsPage />;
}
