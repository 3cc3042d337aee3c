"use client";

import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Hash } from "#components/ui/hash.tsx";

/** A page that broke: what is safe, what to do, and what to tell. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="mx-auto grid max-w-120 justify-items-start gap-3 px-4 py-16" role="alert">
      <h1 className="text-15 font-semibold">{text.error.pageTitle}</h1>
      <p className="text-pretty text-ink-2">{text.error.pageSafe}</p>
      {error.digest ? (
        <p className="text-12 text-ink-2">
          {text.error.digest} <Hash copy={text.error.digest} value={error.digest} />
        </p>
      ) : null}
      <Button look="primary" onClick={reset}>
        {text.error.retry}
      </Button>
    </main>
  );
}
