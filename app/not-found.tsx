import { text } from "#lib/i18n/text.ts";
import { ButtonLink } from "#components/ui/button.tsx";

export default function NotFound() {
  return (
    <main className="mx-auto grid max-w-120 justify-items-start gap-3 px-4 py-16">
      <h1 className="text-15 font-semibold">{text.error.notFoundTitle}</h1>
      <p className="text-pretty text-ink-2">{text.error.notFoundText}</p>
      <ButtonLink href="/payments">{text.error.toPayments}</ButtonLink>
    </main>
  );
}
