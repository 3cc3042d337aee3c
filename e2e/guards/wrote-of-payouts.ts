import type { Wrote } from "./written.ts";

/** A part of the table in `wrote.ts`. */
export const WROTE_OF_PAYOUTS: Readonly<Record<string, Wrote>> = {
  "POST /manage/v1/refund-links": {
    audit: ["refund-link.make by staff, of acme"],
    tables: ["audit+1", "refund_link+1"],
  },
  "POST /manage/v1/refund-links, where one is open": {
    audit: ["refund-link.end by staff, of acme", "refund-link.make by staff, of acme"],
    tables: ["audit+2", "refund_link+1"],
  },
  "POST /manage/v1/refund-links/{refundLinkId}/end": {
    audit: ["refund-link.end by staff, of acme"],
    tables: ["audit+1", "refund_link~"],
  },
  "POST /manage/v1/refunds/open": {},
  "POST /manage/v1/refunds/check": {},
  "POST /manage/v1/refunds/address": {
    audit: [
      "payout.request by public, of acme",
      "payout.approve by public, of acme",
      "refund-link.use by public, of acme",
    ],
    events: ["payout.requested, of acme", "payout.approved, of acme", "refund.requested, of acme"],
    ledger: ["payout.reserved, of acme"],
    mails: ["acme: Desk: Refund of acme requested", "acme: Desk: Refund of acme requested"],
    tables: [
      "audit+3",
      "bill~",
      "deposit~",
      "event+3",
      "ledger_account~",
      "ledger_transaction+1",
      "mail+2",
      "payout+1",
      "payout_part+1",
      "posting+2",
      "refund_link~",
    ],
  },
  "POST /manage/v1/beneficiaries": {
    audit: ["beneficiary.make by staff, of acme", "beneficiary.activate by staff, of acme"],
    mails: ["acme: Desk: New beneficiary of acme", "acme: Desk: New beneficiary of acme"],
    tables: ["audit+2", "beneficiary+1", "mail+2"],
  },
  "POST /manage/v1/beneficiaries/{beneficiaryId}/retire": {
    audit: ["beneficiary.retire by staff, of acme"],
    tables: ["audit+1", "beneficiary~"],
  },
  "POST /manage/v1/payouts, to a beneficiary": {
    audit: ["payout.request by staff, of acme", "payout.approve by staff, of acme"],
    events: ["payout.requested, of acme", "payout.approved, of acme"],
    ledger: ["payout.reserved, of acme"],
    tables: ["audit+2", "event+2", "ledger_account~", "ledger_transaction+1", "payout+1", "posting+2"],
  },
  "POST /manage/v1/payouts/{payoutId}/cancel": {
    audit: ["payout.cancel by staff, of acme", "approval.withdraw by staff, of acme"],
    events: ["payout.cancelled, of acme"],
    ledger: ["payout.released, of acme"],
    tables: ["approval~", "audit+2", "event+1", "ledger_account~", "ledger_transaction+1", "payout~", "posting+2"],
  },
  "POST /house/v1/payouts/{payoutId}/reject": {
    audit: ["payout.reject by staff, of acme"],
    events: ["payout.rejected, of acme"],
    ledger: ["payout.released, of acme"],
    tables: ["audit+1", "event+1", "ledger_account~", "ledger_transaction+1", "payout~", "posting+2"],
  },
  "POST /house/v1/payouts/{payoutId}/fail": {
    audit: ["payout.fail by staff, of acme"],
    events: ["payout.failed, of acme"],
    ledger: ["payout.released, of acme"],
    tables: ["audit+1", "event+1", "ledger_account~", "ledger_transaction+1", "payout~", "posting+2"],
  },
  "POST /house/v1/payouts/files": {
    audit: ["payout.prepare by staff, of acme", "payout.prepare by staff, of acme", "payout.file by staff, of house"],
    tables: ["audit+3", "payout~", "payout_file+1"],
  },
  "POST /manage/v1/payouts, to a beneficiary, where a second person is needed": {
    audit: ["approval.ask by staff, of acme", "payout.request by staff, of acme"],
    events: ["payout.requested, of acme"],
    ledger: ["payout.reserved, of acme"],
    mails: [
      "house: Desk: Awaiting your decision: Payout of 10.00 EUR",
      "house: Desk: Awaiting your decision: Payout of 10.00 EUR",
      "house: Desk: Awaiting your decision: Payout of 10.00 EUR",
    ],
    tables: [
      "approval+1",
      "audit+2",
      "event+1",
      "ledger_account~",
      "ledger_transaction+1",
      "mail+3",
      "payout+1",
      "posting+2",
    ],
  },
  "POST /manage/v1/beneficiaries, where a second person is needed": {
    audit: ["approval.ask by staff, of acme", "beneficiary.make by staff, of acme"],
    mails: ['acme: Desk: Awaiting your decision: New beneficiary "Acme Trading"'],
    tables: ["approval+1", "audit+2", "beneficiary+1", "mail+1"],
  },
  "worker lapse-payouts": {
    audit: ["payout.cancel by worker, of acme"],
    events: ["payout.cancelled, of acme"],
    ledger: ["payout.released, of acme"],
    tables: ["audit+1", "event+1", "ledger_account~", "ledger_transaction+1", "payout~", "posting+2"],
  },
};
