import type { Wrote } from "./written.ts";

/** A part of the table in `wrote.ts`. */
export const WROTE_OF_TREASURY: Readonly<Record<string, Wrote>> = {
  "worker scan-custody": {
    audit: ["custody.scan by worker, of house", "custody.scan by worker, of house"],
    tables: ["audit+2", "custody_scan+2"],
  },
  "desk custody check": {
    audit: [
      "custody.prove by operator, of house",
      "custody.scan by operator, of house",
      "custody.scan by operator, of house",
    ],
    tables: ["audit+3", "custody_proof+5", "custody_scan+2"],
  },
  "POST /house/v1/audit/verifications": {
    audit: ["audit.verify by staff, of house"],
    tables: ["audit+1"],
  },
  "POST /house/v1/custody/scans": {
    audit: ["custody.ask-scan by staff, of house"],
    tables: ["audit+1", "custody_scan+1"],
  },
  "POST /house/v1/settlement-terms": {
    audit: ["settlement-terms.set by staff, of house", "settlement-terms.set by staff, of acme"],
    mails: [
      "acme: Desk: Where settlements of acme are paid",
      "acme: Desk: Where settlements of acme are paid",
      "house: Desk: Where settlements of acme are paid",
      "house: Desk: Where settlements of acme are paid",
    ],
    tables: ["audit+2", "mail+4", "settlement_due+1", "settlement_terms+1"],
  },
  "worker make-settlements": {
    audit: ["settlement.make by worker, of acme"],
    events: ["settlement.created, of acme"],
    tables: ["audit+1", "event+1", "fee_invoice+1", "fee_invoice_count+1", "settlement+1", "settlement_due~"],
  },
  "worker ask-for-settlements": {
    audit: [
      "payout.request by worker, of acme",
      "payout.approve by worker, of acme",
      "settlement.ask by worker, of acme",
    ],
    events: ["payout.requested, of acme", "payout.approved, of acme"],
    ledger: ["payout.reserved, of acme"],
    tables: ["audit+3", "event+2", "ledger_account~", "ledger_transaction+1", "payout+1", "posting+2", "settlement~"],
  },
  "POST /house/v1/destinations": {
    audit: ["destination.add by staff, of house"],
    mails: ["house: Desk: New destination at Venue sandbox", "house: Desk: New destination at Venue sandbox"],
    tables: ["audit+1", "destination+1", "mail+2"],
  },
  "POST /house/v1/destinations/{destinationId}/end": {
    audit: ["destination.end by staff, of house"],
    tables: ["audit+1", "destination~"],
  },
  "POST /house/v1/moves": {
    audit: ["move.request by staff, of house", "move.approve by staff, of house"],
    tables: ["audit+2", "move+1"],
  },
  "POST /house/v1/moves/{moveId}/request": {
    audit: ["move.request by staff, of house", "move.approve by staff, of house"],
    tables: ["audit+2", "move~"],
  },
  "POST /house/v1/moves/{moveId}/link": {
    audit: ["move.arrived by staff, of house"],
    ledger: ["move.arrived, of house"],
    tables: ["audit+1", "ledger_account~", "ledger_transaction+1", "move~", "move_fact+1", "posting+2"],
  },
  "POST /sandbox/v1/bank": {
    audit: ["bank.take by key, of house"],
    ledger: ["bank.credited, of house"],
    tables: ["audit+1", "bank_line+1", "bank_statement+1", "ledger_account~", "ledger_transaction+1", "posting+2"],
  },
  "POST /house/v1/bank/statements": {
    audit: ["bank.take by staff, of house"],
    ledger: ["bank.credited, of house"],
    tables: ["audit+1", "bank_line+1", "bank_statement+1", "ledger_account~", "ledger_transaction+1", "posting+2"],
  },
  "POST /house/v1/bank/statements, of one person": {
    audit: ["approval.ask by staff, of house"],
    mails: [
      'house: Desk: Awaiting your decision: Bank statement "b.xml" of "bank:main"',
      'house: Desk: Awaiting your decision: Bank statement "b.xml" of "bank:main"',
    ],
    tables: ["approval+1", "audit+1", "bank_upload+1", "mail+2"],
  },
  "POST /house/v1/bank/mappings": {
    audit: ["bank-mapping.set by staff, of house"],
    tables: ["audit+1", "bank_mapping+1"],
  },
  "POST /house/v1/bank/mappings/preview": {},
  "POST /house/v1/bank/lines/{lineId}/link": {
    audit: ["move.left by staff, of house", "bank.link by staff, of house"],
    ledger: ["bank.linked, of house", "move.left, of house"],
    tables: ["audit+2", "bank_line~", "ledger_account~", "ledger_transaction+2", "move~", "move_fact+1", "posting+4"],
  },
  "POST /house/v1/resolutions": {
    audit: ["resolution.make by staff, of house"],
    ledger: ["resolution.made, of house"],
    tables: ["audit+1", "ledger_account~", "ledger_transaction+1", "posting+2", "resolution+1"],
  },
  "POST /house/v1/orders/{orderId}/never-placed": {
    audit: ["conversion.refused by staff, of acme", "order.never-placed by staff, of house"],
    cases: ["-UNKNOWN_OUTCOME, of acme"],
    tables: ["audit+2", "conversion~", "quote~", "venue_order~"],
  },
  "POST /house/v1/lost-hours": {
    audit: ["lost-hours.settle by staff, of house"],
    tables: ["audit+1", "lost_hours+1"],
  },
  "PATCH /house/v1/inventory": {
    audit: ["inventory.set by staff, of house"],
    tables: ["audit+1", "venue_stock+1"],
  },
  "POST /sandbox/v1/venue-transfers": { tables: ["sandbox_venue_transfer+1"] },
  "POST /house/v1/venue-transfers/{transferId}/link": {
    audit: ["move.arrived by staff, of house", "venue.link by staff, of house"],
    ledger: ["move.arrived, of house", "venue.mirrored, of house"],
    tables: [
      "audit+2",
      "ledger_account~",
      "ledger_transaction+2",
      "move~",
      "move_fact+1",
      "posting+4",
      "venue_transfer~",
    ],
  },
  "worker read-transfers": {
    audit: ["venue.unknown by worker, of house"],
    ledger: ["venue.debited, of house"],
    mails: [
      "house: Desk: 5.00 EUR leaves sandbox without approval",
      "house: Desk: 5.00 EUR leaves sandbox without approval",
    ],
    tables: ["audit+1", "ledger_account~", "ledger_transaction+1", "mail+2", "posting+3", "venue_transfer+1"],
  },
  "POST /house/v1/moves/{moveId}/cancel": {
    audit: ["move.cancel by staff, of house"],
    tables: ["audit+1", "move~"],
  },
  "worker lapse-moves": { audit: ["move.cancel by worker, of house"], tables: ["audit+1", "move~"] },
};
