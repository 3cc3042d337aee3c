import type { Wrote } from "./written.ts";

/** A part of the table in `wrote.ts`. */
export const WROTE_OF_SIGNING: Readonly<Record<string, Wrote>> = {
  "POST /house/v1/prepared-transactions": {
    audit: ["payout.prepare by staff, of acme", "prepared.make by staff, of house"],
    tables: ["audit+2", "payout~", "prepared_input+1", "prepared_output+2", "prepared_transaction+1"],
  },
  "POST /house/v1/prepared-transactions/{preparedId}/cancel": {
    audit: ["prepared.cancel by staff, of house", "payout.unprepare by staff, of acme"],
    tables: ["audit+2", "payout~", "prepared_input~", "prepared_output~", "prepared_transaction~"],
  },
  "POST /sandbox/v1/sign": {},
  "POST /house/v1/prepared-transactions/{preparedId}/signed": {
    audit: ["payout.sign by staff, of acme", "prepared.sign by staff, of house"],
    tables: ["audit+2", "payout~", "prepared_transaction~"],
  },
  "POST /house/v1/prepared-transactions/{preparedId}/send": {
    audit: ["payout.broadcast by staff, of acme", "prepared.send by staff, of house"],
    events: ["payout.broadcast, of acme"],
    tables: ["audit+2", "event+1", "payout~", "prepared_transaction~", "sandbox_transfer+2"],
  },
};
