"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { CRYPTOS, FIATS, GAS_ASSETS, type Fiat } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { Views } from "#components/ui/views.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Money } from "#components/ui/money.tsx";
import { Section } from "#components/ui/section.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { useUrl } from "#components/url.ts";
import { cashAndCrypto, shareOf, sumOf, VIEWS, type View, withDifferences } from "./holding-rows.ts";
import { AssetTable, NetworkTable, OwnerTable, PlaceTable, type Shown } from "./places.tsx";
import { type Owners, type Place, useOwners, usePlaces } from "./treasury-data.ts";
import { Former, useFormer } from "#components/ui/former.tsx";

const words = treasuryText.places;
const SYMBOLS = [...FIATS, ...CRYPTOS, ...GAS_ASSETS];

/**
 * What the house holds, now or as of an instant: as one figure with its parts, then by asset, place, network or owner. All
 * figures are of one answer; beside it is asked only what the places themselves say.
 */
export function Holdings({ at, fiat }: { at: Date | undefined; fiat: Fiat }) {
  const places = usePlaces({ at: at?.getTime() });
  const owners = useOwners({ at: at?.getTime(), in: fiat });
  const failed = places.error ?? owners.error;
  if (failed)
    return (
      <ErrorNote
        error={failed}
        onRetry={() => void Promise.all([places.refetch(), owners.refetch()])}
        title={treasuryText.failed}
      />
    );
  if (!places.data || !owners.data) return <Waiting lines={12} />;
  return (
    <Former when={places.isPlaceholderData || owners.isPlaceholderData}>
      <Shows isNow={at === undefined} owners={owners.data} says={places.data.data} />
    </Former>
  );
}

function Shows({ owners, says, isNow }: { owners: Owners; says: readonly Place[]; isNow: boolean }) {
  const { params, change } = useUrl();
  const view = VIEWS.find((one) => one === params.get("view")) ?? "asset";
  const asset = SYMBOLS.find((one) => one === params.get("asset"));
  const only = <Row extends { asset: string }>(rows: readonly Row[]) =>
    rows.filter((one) => !asset || one.asset === asset);
  const linkTo: Shown["linkTo"] = (patch) => `?${new URLSearchParams({ ...Object.fromEntries(params), ...patch })}`;
  const shown = { fiat: owners.in, total: owners.total, linkTo };
  const places = only(withDifferences(owners.places, says));
  return (
    <>
      <Figures linkTo={linkTo} owners={owners} />
      <Section
        end={
          <Views
            label={words.by}
            names={words.views}
            onView={(one) => change({ view: one === "asset" ? undefined : one }, "replace")}
            view={view}
          />
        }
        hint={isNow ? words.hint : words.hintThen}
        title={words.title}
      >
        {asset ? (
          <p className="px-gutter pb-2 text-12">
            {words.onlyAsset(asset)}{" "}
            <Button look="plain" onClick={() => change({ asset: undefined })} size="small">
              {words.all}
            </Button>
          </p>
        ) : null}
        {owners.places.length === 0 ? <Empty title={words.none}>{words.noneText}</Empty> : null}
        {owners.places.length > 0 && view === "asset" ? <AssetTable {...shown} places={places} /> : null}
        {owners.places.length > 0 && view === "place" ? <PlaceTable {...shown} places={places} /> : null}
        {owners.places.length > 0 && view === "network" ? <NetworkTable {...shown} places={places} /> : null}
        {owners.places.length > 0 && view === "customer" ? <OwnerTable {...shown} owners={only(owners.data)} /> : null}
        <Sum
          asset={asset}
          fiat={owners.in}
          rows={view === "customer" ? only(owners.data) : places}
          unpriced={owners.unpriced}
        />
      </Section>
    </>
  );
}

/** What the rows above come to; all of them are the first figure of the page. */
function Sum({
  rows,
  fiat,
  asset,
  unpriced,
}: {
  rows: readonly { value?: Decimal | undefined }[];
  fiat: Fiat;
  asset: string | undefined;
  unpriced: readonly string[];
}) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 px-gutter py-2.5 text-12 text-ink-2">
      {asset ? words.sumOf(asset) : words.sum}
      <span className="sum text-13 font-medium text-ink-1">
        <Money asset={fiat} unit value={sumOf(rows.map(({ value }) => value))} />
      </span>
      <Unpriced assets={unpriced} />
    </p>
  );
}

/** One figure for all, and its parts twice: cash and crypto; owed to customers and the house's own. */
function Figures({ owners, linkTo }: { owners: Owners; linkTo: Shown["linkTo"] }) {
  const fiat = owners.in;
  const { cash, crypto } = cashAndCrypto(owners.data, fiat);
  const part = (name: string, value: Decimal, view: View, note?: string) => (
    <Part href={linkTo({ view })} name={name} note={note}>
      <Money asset={fiat} value={value} />
    </Part>
  );
  const share = shareOf(owners.ownTotal, owners.total);
  return (
    <section
      aria-label={words.figures}
      className="flex flex-wrap items-end gap-x-10 gap-y-3 border-b border-rule px-gutter py-4"
      {...useFormer()}
    >
      <div>
        <h2 className="text-12 text-ink-2">{words.figures}</h2>
        <p className="text-32 font-medium whitespace-nowrap">
          <Money asset={fiat} unit value={owners.total} />
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 pb-1">
        {part(words.cash, cash, "asset")}
        {part(words.crypto, crypto, "network")}
        {part(words.owedTo, owners.owedTotal, "customer")}
        {owners.unassignedTotal.isZero() ? null : part(words.owners.UNASSIGNED, owners.unassignedTotal, "customer")}
        {part(
          words.owners.OWN,
          owners.ownTotal,
          "customer",
          share && words.ofTotal(words.percent(amountText(share, 1))),
        )}
      </dl>
    </section>
  );
}

function Part({
  name,
  note,
  href,
  children,
}: {
  name: string;
  note?: string | undefined;
  href: string;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="font-medium">
        <Link className="inline-flex min-h-6 items-center hover:underline" href={href} prefetch={false}>
          {children}
        </Link>
        {note ? <span className="ms-2 text-12 font-normal text-ink-3">{note}</span> : null}
      </dd>
    </div>
  );
}
