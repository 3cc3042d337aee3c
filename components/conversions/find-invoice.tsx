"use client";

import { conversionsText } from "#lib/i18n/conversions.ts";
import { useDeskForm } from "#components/ui/form.tsx";
import { Icon } from "#components/ui/icons.tsx";

const words = conversionsText;

/** Opens the conversion of a pasted invoice id, whatever range the list shows. */
export function FindInvoice({ onFind }: { onFind: (invoiceId: string) => void }) {
  const form = useDeskForm({
    defaults: { invoiceId: "" },
    send(typed: { invoiceId: string }) {
      const invoiceId = typed.invoiceId.trim().toLowerCase();
      if (invoiceId === "") return;
      onFind(invoiceId);
      form.reset();
    },
  });
  return (
    <search>
      <form onSubmit={form.submit}>
        <label className="flex h-6.5 items-center gap-1.5 rounded-2 border border-edge px-2 focus-within:outline-2 focus-within:outline-accent">
          <Icon className="text-ink-3" name="find" size={12} />
          <span className="sr-only">{words.find}</span>
          <input
            {...form.register("invoiceId")}
            autoComplete="off"
            className="w-36 bg-transparent outline-none"
            enterKeyHint="search"
            placeholder={words.findHint}
            spellCheck={false}
          />
        </label>
      </form>
    </search>
  );
}
