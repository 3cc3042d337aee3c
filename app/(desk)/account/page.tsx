import type { Metadata } from "next";
import { AccountPage } from "#components/account/account-page.tsx";
import { text } from "#lib/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.yourAccount });

export default function Page() {
  return <AccountPage />;
}
