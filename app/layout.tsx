import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { readPreferences } from "#components/preference-cookies.ts";
import { Providers } from "#components/providers.tsx";
import { currentLanguage, TAGS } from "#lib/i18n/language.ts";
import { text } from "#lib/i18n/text.ts";
import "./globals.css";
import "./language.ts";
import { mode } from "./mode.ts";

export const generateMetadata = (): Metadata => ({
  title: { default: text.product, template: `%s – ${text.product}` },
  robots: { index: false, follow: false },
});
export const viewport: Viewport = { colorScheme: "light dark" };

/** Renders theme and density from cookies, so that the first paint is the right one without a script. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  const preferences = readPreferences((name) => jar.get(name)?.value);
  return (
    <html
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      data-density={preferences.density}
      data-mode={mode()}
      data-numbers={preferences.numbers || undefined}
      data-theme={preferences.theme === "system" ? undefined : preferences.theme}
      lang={TAGS[currentLanguage()]}
    >
      <body>
        <Providers preferences={preferences}>{children}</Providers>
      </body>
    </html>
  );
}
