import type { Wrote } from "./written.ts";
/** By the house's own paths and by those of the first edition. */
const ofWalletsAndChains = (path: string, ranges: number): Readonly<Record<string, Wrote>> => ({
  [`POST ${path}/wallets`]: { audit: ["wallet.add by staff, of house"], tables: ["audit+1", "wallet+1"] },
  [`POST ${path}/wallets/{walletId}/activate`]: {
    audit: ["wallet.activate by staff, of house", "wallet.activate by staff, of acme"],
    mails: ["house: Desk: Wallet in use: BTC_P2WPKH", "house: Desk: Wallet in use: BTC_P2WPKH"],
    tables: ["audit+2", "deposit_address+100", "mail+2", "wallet~"],
  },
  [`POST ${path}/wallets/{walletId}/retire`]: {
    audit: ["wallet.retire by staff, of house", "wallet.retire by staff, of acme"],
    tables: ["audit+2", "wallet~"],
  },
  [`POST ${path}/chains/{network}/rescan`]: {
    audit: ["chain.rescan by staff, of house"],
    tables: ["audit+1", `chain_range+${ranges}`],
  },
  [`POST ${path}/chains/{network}/resume`]: {
    audit: ["chain.resume by staff, of house"],
    cases: ["-CHAIN, of acme", "-CHAIN, of other"],
    tables: ["audit+1", "chain_cursor~"],
  },
});

/** A part of the table in `wrote.ts`. */
export const WROTE_OF_DESK: Readonly<Record<string, Wrote>> = {
  // Who comes in, and what people do.
  "POST /manage/v1/keys": { audit: ["key.create by staff, of acme"], tables: ["api_key+1", "audit+1"] },
  "DELETE /manage/v1/keys/{keyId}": { audit: ["key.revoke by staff, of acme"], tables: ["api_key~", "audit+1"] },
  "POST /manage/v1/keys/{keyId}/rotate": {
    audit: ["key.revoke by staff, of acme", "key.rotate by staff, of acme", "key.create by staff, of acme"],
    tables: ["api_key+1", "audit+3"],
  },
  "POST /manage/v1/users": {
    audit: ["user.invite by staff, of acme"],
    mails: ["nobody: Desk: You are invited to acme"],
    tables: ["audit+1", "invitation+1", "mail+1", "one_time_link+1"],
  },
  "POST /manage/v1/invitations/{invitationId}/send": {
    audit: ["user.invite-again by staff, of acme"],
    mails: ["nobody: Desk: You are invited to acme"],
    tables: ["audit+1", "mail+1", "one_time_link+1"],
  },
  "DELETE /manage/v1/invitations/{invitationId}": {
    audit: ["user.invite-revoke by staff, of acme"],
    tables: ["audit+1", "invitation~", "one_time_link~"],
  },
  "POST /manage/v1/sign-in/link": {},
  "POST /manage/v1/sign-in/invitation": {
    audit: ["user.join by staff, of acme"],
    mails: ["acme: Desk: Bea joined acme", "acme: Desk: Bea joined acme"],
    tables: ["audit+1", "authority+1", "invitation~", "mail+2", "membership+1", "one_time_link~", "staff_user+1"],
  },
  "POST /manage/v1/sign-in/forgot": {
    audit: ["user.password.forgot by public, of acme"],
    mails: ["acme: Desk: Set a new password"],
    tables: ["audit+1", "mail+1", "one_time_link+1"],
  },
  "POST /manage/v1/sign-in/password": {
    audit: ["user.password by staff, of acme"],
    mails: ["acme: Desk: Your password was changed"],
    tables: ["audit+1", "mail+1", "one_time_link~", "staff_session~", "staff_user~"],
  },
  "POST /manage/v1/sign-in/second-factor": {
    audit: ["user.second-factor.drop by staff, of acme"],
    mails: ["acme: Desk: Your second factor was removed"],
    tables: ["audit+1", "mail+1", "one_time_link~", "staff_recovery_code~", "staff_session~", "staff_totp~"],
  },
  "POST /manage/v1/me/password": {
    audit: ["user.password by staff, of acme"],
    mails: ["acme: Desk: Your password was changed"],
    tables: ["audit+1", "mail+1", "staff_user~"],
  },
  "POST /manage/v1/me/accounts": {
    audit: ["user.join by staff, of acme"],
    mails: ["acme: Desk: Cleo joined acme", "acme: Desk: Cleo joined acme"],
    tables: ["audit+1", "authority+1", "invitation~", "mail+2", "membership+1", "one_time_link~"],
  },
  "POST /manage/v1/me/leave": { audit: ["user.leave by staff, of acme"], tables: ["audit+1", "membership-1"] },
  "DELETE /manage/v1/users/{userId}": {
    audit: ["user.remove by staff, of acme"],
    mails: ["nobody: Desk: acme has removed you"],
    tables: ["audit+1", "mail+1", "membership-1"],
  },
  "DELETE /manage/v1/sessions/{sessionId}": {
    audit: ["user.session.end by staff, of acme"],
    tables: ["audit+1", "staff_session~"],
  },
  "POST /house/v1/cases/look": { tables: ["case_look+1"] },
  "POST /house/v1/cases/work": {
    audit: ["case.close by staff, of house"],
    tables: ["audit+1", "case_entry+1", "case_file+1"],
  },
  "POST /house/v1/cases/{caseId}/assign": {
    audit: ["case.assign by staff, of house"],
    tables: ["audit+1", "case_entry+1", "case_file+1"],
  },
  "POST /house/v1/cases/{caseId}/note": {
    audit: ["case.note by staff, of house"],
    tables: ["audit+1", "case_entry+1", "case_file+1"],
  },
  "POST /house/v1/cases/{caseId}/mute": {
    audit: ["case.mute by staff, of house"],
    tables: ["audit+1", "case_entry+1", "case_file+1"],
  },
  "POST /house/v1/cases/{caseId}/close": {
    audit: ["case.close by staff, of house"],
    tables: ["audit+1", "case_entry+1", "case_file+1"],
  },
  "POST /house/v1/cases/{caseId}/reopen": {
    audit: ["case.reopen by staff, of house"],
    tables: ["audit+1", "case_entry+1", "case_file~"],
  },
  "DELETE /house/v1/sessions/{sessionId}": {
    audit: ["user.session.end by staff, of house"],
    tables: ["audit+1", "staff_session~"],
  },
  "POST /house/v1/keys": { audit: ["key.create by staff, of house"], tables: ["api_key+1", "audit+1"] },
  "DELETE /house/v1/keys/{keyId}": { audit: ["key.revoke by staff, of house"], tables: ["api_key~", "audit+1"] },
  "POST /house/v1/views": { audit: ["view.create by staff, of house"], tables: ["audit+1", "saved_view+1"] },
  "PATCH /house/v1/views/{viewId}": { audit: ["view.change by staff, of house"], tables: ["audit+1", "saved_view~"] },
  "DELETE /house/v1/views/{viewId}": { audit: ["view.delete by staff, of house"], tables: ["audit+1", "saved_view~"] },
  "POST /house/v1/users": {
    audit: ["user.invite by staff, of house"],
    mails: ["nobody: Desk: You are invited to house"],
    tables: ["audit+1", "invitation+1", "mail+1", "one_time_link+1"],
  },
  "POST /house/v1/invitations/{invitationId}/send": {
    audit: ["user.invite-again by staff, of house"],
    mails: ["nobody: Desk: You are invited to house"],
    tables: ["audit+1", "mail+1", "one_time_link+1"],
  },
  "DELETE /house/v1/invitations/{invitationId}": {
    audit: ["user.invite-revoke by staff, of house"],
    tables: ["audit+1", "invitation~", "one_time_link~"],
  },
  "DELETE /house/v1/users/{userId}": {
    audit: ["user.remove by staff, of house"],
    mails: ["nobody: Desk: house has removed you"],
    tables: ["audit+1", "mail+1", "membership-1"],
  },
  "PATCH /house/v1/users/{userId}": {
    audit: ["user.role by staff, of house", "user.disable by staff, of house"],
    mails: ["house: Desk: house has disabled your access"],
    tables: ["audit+2", "authority+1", "mail+1", "membership~"],
  },
  "POST /house/v1/users/{userId}/password": {
    audit: ["user.password.reset by staff, of house"],
    mails: ["house: Desk: Set a new password"],
    tables: ["audit+1", "authority+1", "mail+1", "one_time_link+1"],
  },
  "POST /house/v1/users/{userId}/second-factor/reset": {
    audit: ["user.second-factor.reset by staff, of house"],
    mails: ["house: Desk: Remove your second factor"],
    tables: ["audit+1", "authority+1", "mail+1", "one_time_link+1"],
  },
  "PATCH /manage/v1/users/{userId}": {
    audit: ["user.role by staff, of acme", "user.disable by staff, of acme"],
    mails: ["acme: Desk: acme has disabled your access"],
    tables: ["audit+2", "authority+1", "mail+1", "membership~"],
  },
  "POST /manage/v1/users/{userId}/password": {
    audit: ["user.password.reset by staff, of acme"],
    mails: ["acme: Desk: Set a new password"],
    tables: ["audit+1", "authority+1", "mail+1", "one_time_link+1"],
  },
  "POST /manage/v1/users/{userId}/second-factor/reset": {
    audit: ["user.second-factor.reset by staff, of acme"],
    mails: ["acme: Desk: Remove your second factor"],
    tables: ["audit+1", "authority+1", "mail+1", "one_time_link+1"],
  },
  "POST /manage/v1/me/authenticator": { tables: ["staff_totp+1"] },
  "POST /manage/v1/me/authenticator/confirm": {
    audit: ["user.authenticator.add by staff, of acme"],
    mails: ["acme: Desk: An authenticator app was added"],
    tables: ["audit+1", "mail+1", "staff_recovery_code+10", "staff_session~", "staff_totp~"],
  },
  "DELETE /manage/v1/me/authenticator": {
    audit: ["user.authenticator.remove by staff, of acme"],
    mails: ["acme: Desk: An authenticator app was removed"],
    tables: ["audit+1", "mail+1", "staff_recovery_code~", "staff_totp~"],
  },
  "POST /manage/v1/me/passkeys/challenge": {},
  "POST /manage/v1/me/passkeys": {
    audit: ["user.passkey.add by staff, of acme"],
    mails: ["acme: Desk: A passkey was added"],
    tables: ["audit+1", "mail+1", "staff_passkey+1", "staff_recovery_code+10", "staff_session~"],
  },
  "PATCH /manage/v1/me": { audit: ["user.reading by staff, of acme"], tables: ["audit+1", "staff_user~"] },
  "PATCH /manage/v1/me/passkeys/{passkeyId}": {
    audit: ["user.passkey.rename by staff, of acme"],
    tables: ["audit+1", "staff_passkey~"],
  },
  "DELETE /manage/v1/me/passkeys/{passkeyId}": {
    audit: ["user.passkey.remove by staff, of acme"],
    mails: ["acme: Desk: A passkey was removed"],
    tables: ["audit+1", "mail+1", "staff_passkey~", "staff_recovery_code~"],
  },
  "POST /manage/v1/me/proof/challenge": {},
  "POST /manage/v1/me/proof": { tables: ["staff_session~"] },
  "POST /manage/v1/me/proof, by a recovery code": {
    audit: ["user.recovery-code by staff, of acme"],
    mails: ["acme: Desk: A recovery code was used"],
    tables: ["audit+1", "mail+1", "staff_recovery_code~", "staff_session~"],
  },
  "POST /manage/v1/me/recovery-codes": {
    audit: ["user.recovery-codes by staff, of acme"],
    mails: ["acme: Desk: New recovery codes were created; the ones before have ended"],
    tables: ["audit+1", "mail+1", "staff_recovery_code+10"],
  },
  "DELETE /manage/v1/me/sessions/{sessionId}": {
    audit: ["user.sign-out by staff, of acme"],
    tables: ["audit+1", "staff_session~"],
  },
  "POST /manage/v1/me/sessions/end-others": {
    audit: ["user.sign-out by staff, of acme"],
    tables: ["audit+1", "staff_session~"],
  },
  "POST /manage/v1/sign-in/challenge": {},
  "POST /manage/v1/views": { audit: ["view.create by staff, of acme"], tables: ["audit+1", "saved_view+1"] },
  "PATCH /manage/v1/views/{viewId}": { audit: ["view.change by staff, of acme"], tables: ["audit+1", "saved_view~"] },
  "DELETE /manage/v1/views/{viewId}": { audit: ["view.delete by staff, of acme"], tables: ["audit+1", "saved_view~"] },
  "POST /manage/v1/cases/look": { tables: ["case_look+1"] },
  "POST /manage/v1/cases/work": {
    audit: ["case.close by staff, of acme"],
    cases: ["-HELD, of acme"],
    tables: ["audit+1", "case_entry+1", "case_file+1"],
  },
  "POST /manage/v1/cases/{caseId}/assign": {
    audit: ["case.assign by staff, of acme"],
    tables: ["audit+1", "case_entry+1", "case_file+1"],
  },
  "POST /manage/v1/cases/{caseId}/note": {
    audit: ["case.note by staff, of acme"],
    tables: ["audit+1", "case_entry+1", "case_file+1"],
  },
  "POST /manage/v1/cases/{caseId}/mute": {
    audit: ["case.mute by staff, of acme"],
    cases: ["-HELD, of acme"],
    tables: ["audit+1", "case_entry+1", "case_file+1"],
  },
  "POST /manage/v1/cases/{caseId}/close": {
    audit: ["case.close by staff, of acme"],
    cases: ["-HELD, of acme"],
    tables: ["audit+1", "case_entry+1", "case_file+1"],
  },
  "POST /manage/v1/cases/{caseId}/reopen": {
    audit: ["case.reopen by staff, of acme"],
    cases: ["+HELD, of acme"],
    tables: ["audit+1", "case_entry+1", "case_file~"],
  },
  // Endpoints, wallets, chains, files, and the sandbox.
  "POST /manage/v1/webhook-endpoints": {
    audit: ["webhook-endpoint.create by staff, of acme"],
    tables: ["audit+1", "webhook_endpoint+1"],
  },
  "PATCH /manage/v1/webhook-endpoints/{endpointId}": {
    audit: ["webhook-endpoint.change by staff, of acme"],
    tables: ["audit+1", "webhook_endpoint~"],
  },
  "DELETE /manage/v1/webhook-endpoints/{endpointId}": {
    audit: ["webhook-endpoint.delete by staff, of acme"],
    tables: ["audit+1", "webhook_endpoint~"],
  },
  "POST /manage/v1/webhook-endpoints/{endpointId}/rotate": {
    audit: ["webhook-endpoint.rotate by staff, of acme"],
    tables: ["audit+1", "webhook_endpoint~"],
  },
  "POST /manage/v1/webhook-endpoints/{endpointId}/test": {
    audit: ["webhook-endpoint.test by staff, of acme"],
    events: ["webhook.test, of acme"],
    deliveries: ["webhook.test, to acme"],
    tables: ["audit+1", "event+1", "webhook_delivery+1"],
  },
  "POST /manage/v1/webhook-endpoints/{endpointId}/resend": {
    audit: ["webhook-endpoint.resend by staff, of acme"],
    deliveries: ["payment.created, to acme"],
    tables: ["audit+1", "webhook_delivery+1"],
  },
  "POST /manage/v1/deliveries/{deliveryId}/resend": {
    audit: ["webhook-endpoint.resend by staff, of acme"],
    tables: ["audit+1", "webhook_delivery~"],
  },
  ...ofWalletsAndChains("/house/v1", 2),
  ...ofWalletsAndChains("/manage/v1", 1),
  "POST /manage/v1/exports": { audit: ["export.create by staff, of acme"], tables: ["audit+1", "export_job+1"] },
  "POST /manage/v1/exports/count": {},
  "POST /manage/v1/payments/counts": {},
  "POST /manage/v1/conversions/counts": {},
  "DELETE /manage/v1/exports/{exportId}": {
    audit: ["export.cancel by staff, of acme"],
    tables: ["audit+1", "export_job~"],
  },
  "GET /manage/v1/exports/{exportId}/file": { audit: ["export.download by staff, of acme"], tables: ["audit+1"] },
  "POST /sandbox/v1/blocks": { tables: ["sandbox_block+1"] },
  "POST /sandbox/v1/book": { tables: ["sandbox_price~"] },
  "POST /sandbox/v1/chain": { tables: ["sandbox_chain~"] },
  "POST /sandbox/v1/clock": { tables: ["deployment~"] },
  "POST /sandbox/v1/deposits": { tables: ["sandbox_transfer+1"] },
  "POST /sandbox/v1/prices": { tables: ["sandbox_price~"] },
  "POST /sandbox/v1/reorg": { tables: ["sandbox_block+2"] },
  "POST /sandbox/v1/spend": { tables: ["sandbox_transfer+2"] },
  "POST /sandbox/v1/venue": { tables: ["sandbox_venue~"] },
  "POST /sandbox/v1/settle, after a bill": {
    audit: ["bill.create by key, of acme"],
    events: ["payment.created, of acme"],
    deliveries: ["payment.created, to acme"],
    tables: [
      "audit+1",
      "bill+1",
      "deposit_address~",
      "event+1",
      "webhook_attempt+1",
      "webhook_cursor~",
      "webhook_delivery+1",
    ],
  },
  "POST /sandbox/v1/scenarios": {
    audit: ["bill.create by key, of acme"],
    events: ["payment.created, of acme", "payment.expired, of acme"],
    deliveries: ["payment.created, to acme", "payment.expired, to acme"],
    tables: [
      "audit+1",
      "bill+1",
      "deployment~",
      "deposit_address~",
      "event+2",
      "venue_watch~",
      "webhook_attempt+2",
      "webhook_cursor~",
      "webhook_delivery+2",
    ],
  },
  "POST /sandbox/v1/proofs": {
    audit: ["bill.create by key, of acme"],
    events: ["payment.created, of acme", "payment.expired, of acme"],
    deliveries: ["payment.created, to acme", "payment.expired, to acme"],
    tables: [
      "audit+1",
      "bill+1",
      "deployment~",
      "deposit_address~",
      "event+2",
      "venue_watch~",
      "webhook_attempt+2",
      "webhook_cursor~",
      "webhook_delivery+2",
    ],
  },
  "desk people recover": {
    audit: ["user.recover by operator, of house"],
    mails: [
      "house: Desk: recovered@example.com is to become an administrator of the operator",
      "house: Desk: recovered@example.com is to become an administrator of the operator",
      "nobody: Desk: You are invited to house",
    ],
    tables: ["audit+1", "invitation+1", "mail+3", "one_time_link+1"],
  },
  // What the worker finds for the house.
  "worker confirm-strays": {
    audit: ["deposit.unassigned by worker, of house"],
    ledger: ["stray.confirmed, of house"],
    tables: ["audit+1", "ledger_account~", "ledger_transaction+1", "posting+2", "stray_deposit~"],
  },
  "worker extend-change": { tables: ["change_address+300"] },
  "worker scan-chains, of a spend": {
    audit: ["outgoing.unknown by worker, of house"],
    mails: [
      "house: Desk: 0.0001 BTC left Bitcoin without approval",
      "house: Desk: 0.0001 BTC left Bitcoin without approval",
    ],
    tables: [
      "audit+1",
      "chain_block+1",
      "chain_cursor~",
      "chain_range~",
      "change_address~",
      "mail+2",
      "outgoing+1",
      "outgoing_amount+1",
      "outgoing_input+1",
      "outgoing_output+2",
    ],
  },
  "worker prove-custody": {
    audit: Array<string>(4).fill("custody.prove by worker, of house"),
    tables: ["audit+4", "custody_proof+5"],
  },
  "worker post-outgoing": {
    audit: ["outgoing.missing by worker, of house"],
    ledger: ["outgoing.left, of house"],
    tables: ["audit+1", "ledger_account~", "ledger_transaction+1", "outgoing~", "posting+3"],
  },
  "worker finish-outgoing": { tables: ["outgoing~"] },
  "worker watch-hedges": {
    audit: ["hedge.stopped by worker, of house"],
    mails: ["house: Desk: No new prices in BTC/CAD", "house: Desk: No new prices in BTC/CAD"],
    tables: ["audit+1", "hedge_stop+1", "mail+2"],
  },
};
