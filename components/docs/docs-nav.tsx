"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { en } from "#lib/i18n/docs.en.ts";

export type NavPage = { slug: string; title: string; group: string };

/** All pages by group; on a phone behind one word. */
export function DocsNav({ pages }: { pages: readonly NavPage[] }) {
  const here = usePathname();
  const groups = [...new Set(pages.map(({ group }) => group))];
  const list = groups.map((group) => (
    <NavGroup group={group} here={here} key={group} pages={pages.filter((page) => page.group === group)} />
  ));
  return (
    <>
      <nav aria-label={en.nav} className="docs-nav docs-nav-wide">
        {list}
      </nav>
      <details className="docs-nav-narrow">
        <summary>{en.contents}</summary>
        <nav aria-label={en.contents} className="docs-nav">
          {list}
        </nav>
      </details>
    </>
  );
}

/** Guides and overviews stand open; of the long lists only the one you are in. */
function NavGroup({ group, pages, here }: { group: string; pages: readonly NavPage[]; here: string }) {
  const isHere = pages.some(({ slug }) => here === `/docs/${slug}`);
  return (
    <details open={isHere || group === "Guides" || group === "Reference"}>
      <summary>{group}</summary>
      <ul>
        {pages.map(({ slug, title }) => (
          <li key={slug}>
            <Link aria-current={here === `/docs/${slug}` ? "page" : undefined} href={`/docs/${slug}`} prefetch={false}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
