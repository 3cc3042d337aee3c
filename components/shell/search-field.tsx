"use client";

import { text } from "#lib/i18n/text.ts";
import { cx } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icons.tsx";
import { Kbd } from "#components/ui/kbd.tsx";

/** Opens the finder; it looks like the field that it opens. */
export function SearchField({ wide, onFind }: { wide: boolean; onFind: () => void }) {
  return (
    <search
      className={cx("max-card:ms-auto card:min-w-0 card:flex-1", wide && "card:ms-[max(0px,calc(var(--nav)-91px))]")}
    >
      <button
        aria-haspopup="dialog"
        className={cx(
          "flex h-8 w-full items-center gap-2 rounded-2 border border-transparent text-start text-ink-2 max-card:w-8 max-card:justify-center card:max-w-105",
          "card:border-edge card:bg-raised/70 card:ps-2.5 card:pe-1.5 card:hover:bg-raised [[data-mode=sandbox]_&]:card:border-sandbox-edge",
        )}
        onClick={onFind}
        type="button"
      >
        <Icon name="find" size={14} />
        <span className="sr-only">{text.nav.search}</span>
        <span aria-hidden="true" className="hidden min-w-0 flex-1 truncate card:inline">
          {text.nav.searchHint}
        </span>
        <span aria-hidden="true" className="hidden card:inline-flex">
          <Kbd keys="/" />
        </span>
      </button>
    </search>
  );
}
