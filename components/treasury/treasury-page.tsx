"use client";

import { lazyPart } from "#components/ui/lazy-part.tsx";
import type { Fiat } from "#lib/kernel/assets.ts";
import { useNow } from "#components/clock.ts";
import { AsOf, readAsOf } from "#components/filters/as-of.tsx";
import { PeriodSelect } from "#components/filters/period-select.tsx";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { Opened } from "#components/ui/opened.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { fiatIn, ValuedIn } from "#components/ui/valued-in.tsx";
import { useUrl } from "#components/url.ts";
import { Arrivals } from "./arrivals.tsx";
import { BankLines } from "./bank-lines.tsx";
import { BankStatements } from "./bank-statements.tsx";
import { Cover } from "./cover.tsx";
import { CustodyCheck } from "./custody-check.tsx";
import { Destinations } from "./destinations.tsx";
import { salesPeriod, USUAL_PERIOD } from "./execution-rows.ts";
import { Holdings } from "./holdings.tsx";
import { Inventory } from "./inventory.tsx";
import { Moves } from "./moves.tsx";
import { MovementOfPlaces } from "./place-movement.tsx";
import { VenueTransfers } from "./venue-transfers.tsx";
import { Way } from "./way.tsx";

/** Loaded when it is opened. */
const ExecutionQuality = lazyPart(async () => (await import("./execution.tsx")).ExecutionQuality);
/** Loaded behind what stands above it. */
const HouseDays = lazyPart(async () => (await import("./house-days.tsx")).HouseDays);

/** Where the house's means lie, what is on its way, where it may go, and what the banks say of it; how well it sold. */
export function TreasuryPage() {
  const { params, change } = useUrl();
  const now = useNow(60_000) ?? Date.now();
  const at = readAsOf(params);
  const fiat = fiatIn(params, "in");
  const isSold = params.get("tab") === "execution";
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-5 gap-y-1 border-b border-rule px-gutter py-2">
        <h1 className="text-15 font-semibold">{treasuryText.title}</h1>
        <Tabs
          label={treasuryText.tabsLabel}
          tabs={[
            { href: "/treasury", label: treasuryText.tab, current: !isSold },
            { href: "/treasury?tab=execution", label: treasuryText.executionTab, current: isSold },
          ]}
        />
        <span className="ms-auto flex flex-wrap items-center gap-2 text-12">
          {isSold ? (
            <PeriodSelect
              onPeriod={(one) => change({ period: one === USUAL_PERIOD ? undefined : one }, "replace")}
              period={salesPeriod(params)}
            />
          ) : (
            <>
              <AsOf at={at} now={now} onChange={(one) => change({ at: one?.toISOString() })} />
              <ValuedIn fiat={fiat} onChange={(one) => change({ in: one }, "replace")} />
            </>
          )}
        </span>
      </div>
      {isSold ? (
        <Opened>
          <ExecutionQuality now={now} />
        </Opened>
      ) : (
        <Means at={at} fiat={fiat} />
      )}
    </>
  );
}

/**
 * A section shows once those above it stand: nothing moves away from under the reader. What was shown of one instant
 * never stands under another: each begins anew.
 */
function Means({ at, fiat }: { at: Date | undefined; fiat: Fiat }) {
  return (
    <div className="[&>:is([data-waiting],:has([data-waiting]))~*]:hidden">
      <Holdings at={at} fiat={fiat} key={`holdings ${at?.getTime()}`} />
      <MovementOfPlaces at={at} fiat={fiat} key={`movement ${at?.getTime()}`} />
      {at ? <p className="px-gutter py-4 text-ink-2">{treasuryText.presentOnly}</p> : <Present fiat={fiat} />}
    </div>
  );
}

/** What is known of now alone. */
function Present({ fiat }: { fiat: Fiat }) {
  return (
    <>
      <Way fiat={fiat} />
      <Opened>
        <HouseDays fiat={fiat} />
      </Opened>
      <Cover fiat={fiat} />
      <div id="arrivals">
        <Arrivals fiat={fiat} />
      </div>
      <div id="inventory">
        <Inventory />
      </div>
      <div id="moves">
        <Moves />
      </div>
      <VenueTransfers />
      <BankStatements />
      <BankLines />
      <Destinations />
      <CustodyCheck />
    </>
  );
}
