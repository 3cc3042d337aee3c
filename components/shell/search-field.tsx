"use client";

import { usePathname, useRouter } from "next/navigation";
import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { detectSearch } from "#components/payments/search.ts";
import { text } from "#components/i18n/text.ts";
import { cx } from "#components/ui/class-names.ts";
import { useDeskForm } from "#components/ui/form.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Kbd } from "#components/ui/kbd.tsx";

/** Understands a payment id, an address, a transaction hash or the PSP's reference, distinguished by shape. */
export function SearchField({ wide }: { wide: boolean }) {
  const router = useRouter();
  const here = usePathname();
  const form = useDeskForm({
    defaults: { search: "" },
    send({ search }: { search: string }) {
      const found = detectSearch(search);
      if (!found) return;
      const query = new URLSearchParams({ [found.by]: found.value });
      if (found.by === "paymentId") query.set("open", found.value);
      const url = `/payments?${query}`;
      if (here === "/payments") window.history.pushState(null, "", url);
      else router.push(url);
      form.reset();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  });
  useShortcut("/", text.keyboard.search, text.keyboard.groups.everywhere, () => form.setFocus("search"));
  return (
    <search className={cx("max-card:ms-auto card:flex-1", wide && "card:ms-[calc(var(--nav)-91px)]")}>
      <form className="group relative flex card:max-w-105" onSubmit={form.submit}>
        <label
          className={cx(
            "flex h-8 w-full items-center gap-2 rounded-2 border border-transparent text-ink-2 max-card:w-8 max-card:justify-center",
            "card:border-edge card:bg-raised/70 card:ps-2.5 card:pe-1.5 card:focus-within:bg-raised card:hover:bg-raised [[data-mode=sandbox]_&]:card:border-sandbox-edge",
            "focus-within:outline-2 focus-within:outline-accent max-card:focus-within:fixed max-card:focus-within:inset-x-2 max-card:focus-within:top-2 max-card:focus-within:z-7 max-card:focus-within:w-auto max-card:focus-within:bg-raised max-card:focus-within:px-2.5",
          )}
        >
          <Icon name="find" size={14} />
          <span className="sr-only">{text.nav.searchShort}</span>
          <input
            {...form.register("search")}
            autoCapitalize="off"
            autoComplete="off"
            className="h-full min-w-0 flex-1 bg-transparent text-ink-1 outline-none max-card:not-focus:absolute max-card:not-focus:inset-0 max-card:not-focus:size-8 max-card:not-focus:opacity-0"
            enterKeyHint="search"
            onKeyDown={(event) => {
              if (event.key === "Escape") event.currentTarget.blur();
            }}
            placeholder={text.nav.searchHint}
            spellCheck={false}
            type="text"
          />
          <span aria-hidden="true" className="hidden card:inline-flex card:group-focus-within:hidden">
            <Kbd keys="/" />
          </span>
        </label>
      </form>
    </search>
  );
}
