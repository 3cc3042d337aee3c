import type { Metadata } from "next";
import { NewPasswordByLink } from "#components/auth/new-password.tsx";
import { authText } from "#lib/i18n/auth.ts";

export const generateMetadata = (): Metadata => ({ title: authText.password.title });

export default function Page() {
  return <NewPasswordByLink />;
}
