"use client";

import { currentLanguage, type Language, TAGS } from "#lib/i18n/language.ts";
import { usePreferences } from "#components/preferences.tsx";

/** Each language by its own name. */
const NAMES: readonly (readonly [Language, string])[] = [
  ["en", "English"],
  ["de", "Deutsch"],
];

/** The payer's page in the other language; remembered in this browser. */
export function LanguageSwitch() {
  const { set } = usePreferences();
  return (
    <span className="ms-auto flex print:hidden">
      {NAMES.filter(([language]) => language !== currentLanguage()).map(([language, name]) => (
        <button
          className="rounded-1 px-2 py-1 text-12 text-ink-2 hover:bg-hover hover:text-ink-1"
          key={language}
          lang={TAGS[language]}
          onClick={() => {
            set("language", language);
            window.location.reload();
          }}
          type="button"
        >
          {name}
        </button>
      ))}
    </span>
  );
}
