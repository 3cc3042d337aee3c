import Link from "next/link";
import type { ReactNode } from "react";
import type { Fiat } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { OverviewRecord } from "#lib/overview/contract.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { Glyph } from "#components/ui/icons.tsx";
import { expiringHref } from "#components/charts/rows-behind.ts";
import { AssetName, Money } from "#components/ui/money.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Section } from "#components/ui/section.tsx";
import { percentOf } from "#components/charts/values.ts";

const words = overviewText.exposure;
/** From this share of a limit on, the page says that little is left. */
const NEAR = 90;
/** Within so long a bill is said to expire soon. */
const ENDING_MS = 300_000;

/** What live promises may still bring, against the limit where there is one, and what waits to be converted. */
export function Exposure({ overview: { at, facts, limits } }: { overview: OverviewRecord }) {
  return (
    <Section hint={words.hint} title={words.title}>
      {facts.open.length === 0 ? <p className="px-gutter pb-2 text-ink-3">{words.none}</p> : null}
      <ul>
        {facts.open.map((one) => (
          <li key={one.fiat}>
            <Promised {...one} limit={limits.find(({ fiat }) => fiat === one.fiat)?.limit} />
          </li>
        ))}
      </ul>
      {facts.unconverted.length > 0 ? (
        <h3 className="mt-2 border-t border-rule px-gutter pt-2 text-12 text-ink-3">{words.unconverted}</h3>
      ) : null}
      <dl className="grid py-2">
        {facts.unconverted.map((one) => (
          <Fact
            href={`/payments?range=90d&convertible=true&cryptoType=${one.cryptoType}${one.networkType ? `&networkType=${one.networkType}` : ""}`}
            key={`${one.cryptoType}${one.networkType}`}
            name={<AssetName network={one.networkType} symbol={one.cryptoType} />}
          >
            <Money asset={one.cryptoType} value={one.quantity} />
          </Fact>
        ))}
        <Fact href={expiringHref(at, at + ENDING_MS)} name={words.ending}>
          {facts.ending.count}
        </Fact>
      </dl>
    </Section>
  );
}

function Promised({
  fiat,
  count,
  sum,
  limit,
}: {
  fiat: Fiat;
  count: number;
  sum: Decimal;
  limit: Decimal | undefined;
}) {
  const share = limit ? percentOf(sum, limit) : 0;
  const near = limit !== undefined && share >= NEAR;
  return (
    <Link
      className="grid min-h-row grid-cols-[120px_minmax(0,1fr)_auto_64px] items-center gap-3 px-gutter hover:bg-hover focus-visible:-outline-offset-2"
      href={`/payments?range=90d&fiat=${fiat}&promising=true&sort=expiryTime`}
      prefetch={false}
    >
      <span>
        <b className="font-medium">{fiat}</b> <span className="text-12 text-ink-3">{words.bills(count)}</span>
      </span>
      <span className={cx("h-1.5 rounded-1", limit && "bg-sunken inset-ring inset-ring-edge")}>
        {limit ? (
          <span
            aria-label={words.meter(fiat, share)}
            className={cx("block h-full rounded-1 forced-color-adjust-none", near ? "bg-wait-mark" : "bg-fill")}
            role="img"
            style={{ inlineSize: `${share}%` }}
          />
        ) : null}
      </span>
      <span className="text-end">
        <Money asset={fiat} value={sum} />
      </span>
      <span
        className={cx("inline-flex items-center justify-end gap-1 text-12", near ? "text-wait-text" : "text-ink-3")}
      >
        {near ? <Glyph name="half" /> : null}
        {limit ? `${share} %` : words.noLimit}
      </span>
    </Link>
  );
}

function Fact({ name, href, children }: { name: ReactNode; href: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-3 px-gutter">
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-medium">
        <Link
          className="figure inline-flex min-h-6 items-center text-accent underline decoration-accent-edge underline-offset-3 hover:decoration-accent"
          href={href}
          prefetch={false}
        >
          {children}
        </Link>
      </dd>
    </div>
  );
}
