"use client";

import { treasuryText } from "#components/i18n/treasury.ts";
import { BankLines } from "./bank-lines.tsx";
import { BankStatements } from "./bank-statements.tsx";
import { Destinations } from "./destinations.tsx";
import { Inventory } from "./inventory.tsx";
import { Moves } from "./moves.tsx";
import { Places } from "./places.tsx";
import { VenueTransfers } from "./venue-transfers.tsx";

/** Where the house's means lie, what is on its way, where it may go, and what the banks say of it. */
export function TreasuryPage() {
  return (
    <>
      <div className="flex min-h-13 flex-none items-center gap-x-5 border-b border-rule px-gutter">
        <h1 className="text-15 font-semibold">{treasuryText.title}</h1>
      </div>
      {/* A section shows once those above it stand: nothing moves away from under the reader. */}
      <div className="[&>:has([data-waiting])~*]:hidden">
        <Places />
        <Inventory />
        <Moves />
        <VenueTransfers />
        <BankStatements />
        <BankLines />
        <Destinations />
      </div>
    </>
  );
}
