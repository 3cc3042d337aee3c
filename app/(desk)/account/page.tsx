import type { Metadata } from "next";
import { AccountPage } from "#components/account/account-page.tsx";
import { DEMO_USER } from "#lib/people/demo-user.ts";
import { text } from "#lib/i18n/text.ts";
import { mode } from "../../mode.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.yourAccount });

export default function Page() {
  return <AccountPage demo={mode() === "sandbox" ? DEMO_USER.email : undefined} />;
}
