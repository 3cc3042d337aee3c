import type { Wrote } from "./written.ts";

/** A part of the table in `wrote.ts`. */
export const WROTE_OF_TREASURY: Readonly<Record<string, Wrote>> = {
  "POST /house/v1/destinations": {
    audit: ["destination.add by staff, of house"],
    tables: ["audit+1", "destination+1"],
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
    tables: ["audit+1", "move_fact+1"],
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
  "POST /house/v1/bank/lines/{lineId}/link": {
    audit: ["move.left by staff, of house", "bank.link by staff, of house"],
    ledger: ["bank.linked, of house", "move.left, of house"],
    tables: ["audit+2", "bank_line~", "ledger_account~", "ledger_transaction+2", "move~", "move_fact+1", "posting+4"],
  },
  "POST /house/v1/moves/{moveId}/cancel": {
    audit: ["move.cancel by staff, of house"],
    tables: ["audit+1", "move~"],
  },
};
