import type { Wrote } from "./written.ts";

export const WROTE_OF_TREASURY_COMMANDS: Readonly<Record<string, Wrote>> = {
  "desk places": {},
  "desk moves": {},
  "desk payouts": {},
  "desk settlements": {},
  "desk signing": {},
  "desk bank take": {
    audit: ["bank.take by operator, of house"],
    ledger: ["bank.credited, of house"],
    tables: ["audit+1", "bank_line+1", "bank_statement+1", "ledger_account~", "ledger_transaction+1", "posting+2"],
  },
  "desk payouts file": {
    audit: [
      "payout.prepare by operator, of acme",
      "payout.file by operator, of house",
      "payout-file.download by operator, of house",
    ],
    tables: ["audit+3", "payout~", "payout_file+1"],
  },
  "desk signing file": {},
  "desk signing take": {
    audit: ["payout.sign by operator, of acme", "prepared.sign by operator, of house"],
    tables: ["audit+2", "payout~", "prepared_transaction~"],
  },
  "desk signing send": {
    audit: ["payout.broadcast by operator, of acme", "prepared.send by operator, of house"],
    events: ["payout.broadcast, of acme"],
    tables: ["audit+2", "event+1", "payout~", "prepared_transaction~", "sandbox_transfer+2"],
  },
};
