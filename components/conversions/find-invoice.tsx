"use client";

import { type SyntheticEvent, useState } from "react";
import { text } from "#components/text/text.ts";
import { Icon } from "#components/ui/icons.tsx";

const words = text.conversions;

/** Opens the conversion of a pasted invoice id, whatever range the list shows. */
export function FindInvoice({ onFind }: { onFind: (invoiceId: string) => void }) {
  const [typed, setTyped] = useState("");
  const find = (event: SyntheticEvent) => {
    event.preventDefault();
    const invoiceId = typed.trim().toLowerCase();
    if (invoiceId === "") return;
    onFind(invoiceId);
    setTyped("");
  };
  return (
    <search>
      <form onSubmit={find}>
        <label className="flex h-6.5 items-center gap-1.5 rounded-2 border border-edge px-2 focus-within:outline-2 focus-within:outline-accent">
          <Icon className="text-ink-3" name="find" size={12} />
          <span className="sr-only">{words.find}</span>
          <input
            autoComplete="off"
            className="w-36 bg-transparent outline-none"
            enterKeyHint="search"
            onChange={(event) => setTyped(event.target.value)}
            placeholder={words.findHint}
            spellCheck={false}
            value={typed}
          />
        </label>
      </form>
    </search>
  );
}
