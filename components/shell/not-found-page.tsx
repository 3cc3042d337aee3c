import { usePathname } from "next/navigation";
import { text } from "#lib/i18n/text.ts";
import { isAt } from "#components/nav/nav-entries.ts";
import { useNav } from "#components/nav/use-nav.ts";
import { ButtonLink } from "#components/ui/button.tsx";

const WAYS = 3;

/** What the desk shows where there is no page: why, and the pages nearest to it that are the reader's. */
export function NotFoundPage() {
  const here = usePathname();
  const offered = useNav().filter(({ letter }) => letter === undefined);
  const near = offered.filter((entry) => isAt(here, entry));
  const ways = [...new Set([...near, ...offered])].slice(0, WAYS);
  return (
    <div className="grid justify-items-center gap-2 px-gutter py-16 text-center">
      <h1 className="text-15 font-semibold">{text.error.notFoundTitle}</h1>
      <p className="max-w-110 text-pretty text-ink-2">{text.error.notFoundInDesk}</p>
      <p className="mt-2 flex flex-wrap justify-center gap-2">
        {ways.map(({ href, label }) => (
          <ButtonLink href={href} key={href}>
            {label()}
          </ButtonLink>
        ))}
      </p>
    </div>
  );
}
