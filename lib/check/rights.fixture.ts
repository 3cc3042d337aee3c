import { PAID_ALLOWED } from "./paid.fixture.ts";
import { REPORTED_ALLOWED } from "./reported.fixture.ts";
import { WITNESSED_ALLOWED } from "./witnessed.fixture.ts";

const ROLE = "who has a role was given it";
const SETTING = "a setting is what somebody set";
const REQUEST = "what was agreed to has its request, and a request is what was asked and decided";
const ENDPOINT = "events are sent where somebody has said";
const HOUSE = "there is one house, and it is no account that was made";
const BENEFICIARY = "a beneficiary is where somebody has put it, and is paid since it was agreed to";
const DESTINATION = "what was taken off the operator's list stays off it";
const WALLET = "a wallet is the one that was added, and receives since somebody said so";
const PAYOUT = "a payout that may leave was approved";
const CHART = "no balance may go below zero where the chart says no";

const ID = "00000000-0000-7000-8000-0000000000f2";
const record = (
  kind: string,
  action: string,
  detail: object,
  account = "(select id from account where not is_house limit 1)",
) =>
  `insert into audit (at, actor, action, account_id, object_kind, object_id, detail, request_id)
    values (business_now(), 'x', '${action}', ${account}, '${kind}', '${ID}', '${JSON.stringify(detail)}', 'x')`;

const MEMBER = `insert into membership (user_id, account_id, role) select '${ID}', id, 'viewer' from account where not is_house limit 1`;
const JOINED = record("user", "user.join", { role: "viewer" });
const PUT = `insert into beneficiary (id, account_id, asset, name, iban, status, made_by, active_at)
  select '${ID}', id, 'EUR', 'x', 'DE1', 'ACTIVE', 'x', business_now() from account where not is_house limit 1`;
const PUT_RECORD = record("beneficiary", "beneficiary.make", { name: "x", asset: "EUR", place: "DE1", bic: "" });
const ACTIVE_RECORD = record("beneficiary", "beneficiary.activate", {});
const DIGEST = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
const KEY = { kind: "BTC_P2PKH", fingerprint: "00000001", path: "m/1", digest: DIGEST };
const ADDED = `update wallet set active = false; insert into wallet (id, kind, network, xpub, path, fingerprint, active) values ('${ID}', 'BTC_P2PKH', 'bitcoin', 'x', 'm/1', '00000001', true)`;
const ADDED_RECORD = record("wallet", "wallet.add", KEY);
const ASKED = (
  status: string,
) => `insert into approval (id, account_id, what, request, asked_by, asked_at, expires_at, status, decided_by, decided_at, decides)
  select '${ID}', id, 'beneficiary', '{"beneficiaryId": "x"}', 'x', now(), now(), '${status}', 'x', business_now(), 'account' from account where not is_house limit 1`;
const DECIDED = record("approval", "approval.approve", { what: "beneficiary", request: { beneficiaryId: "x" } });
const ENDPOINT_OF = `insert into webhook_endpoint (id, account_id, url, secret_sealed)
  select '${ID}', id, 'https://x', '' from account where not is_house limit 1`;

const ENDPOINT_RECORD = record("webhook-endpoint", "webhook-endpoint.create", { url: "https://x" });

/** What a superuser does to rights and to where money goes, by the rule that tells of it. */
export const RIGHTS_BREAKS: readonly (readonly [rule: string, sql: string])[] = [
  [ROLE, MEMBER],
  [ROLE, `${MEMBER}; ${JOINED}; update membership set role = 'admin' where user_id = '${ID}'`],
  [ROLE, `${MEMBER}; ${JOINED}; ${record("user", "user.role", { before: "viewer", after: "operator" })}`],
  [ROLE, `${MEMBER}; ${JOINED}; ${record("user", "user.remove", {})}`],
  [ROLE, `${MEMBER}; ${JOINED}; ${record("user", "user.disable", {})}`],
  [
    SETTING,
    "insert into setting (id, by_house, name, value, valid_from, changed_by) values (gen_random_uuid(), true, 'spreadBps', '7', business_now(), 'x')",
  ],
  [
    SETTING,
    "insert into setting (id, by_house, name, value, valid_from, changed_by) values (gen_random_uuid(), true, 'spreadBps', '7', business_now(), 'migration')",
  ],
  [SETTING, "update setting set value = value || '0'"],
  [SETTING, "update setting set valid_from = valid_from + interval '1 hour'"],
  [SETTING, "delete from setting"],
  [
    REQUEST,
    `${PUT.replace("active_at)", "active_at, approval_id)").replace("business_now()", `business_now(), '${ID}'`)}`,
  ],
  ...["PENDING", "DECLINED"].map(
    (status) =>
      [
        REQUEST,
        `${ASKED(status)}; ${PUT.replace("active_at)", "active_at, approval_id)").replace("business_now()", `business_now(), '${ID}'`)}`,
      ] as const,
  ),
  [
    REQUEST,
    `${ASKED("APPROVED")}; ${DECIDED}; update approval set decided_at = decided_at - interval '1 hour' where id = '${ID}'`,
  ],
  [REQUEST, ASKED("APPROVED")],
  [REQUEST, DECIDED],
  [
    REQUEST,
    `${ASKED("APPROVED")}; ${DECIDED}; update approval set request = '{"beneficiaryId": "y"}' where id = '${ID}'`,
  ],
  [REQUEST, `${ASKED("APPROVED")}; ${DECIDED}; update approval set decided_by = 'y' where id = '${ID}'`],
  [ENDPOINT, ENDPOINT_OF],
  [ENDPOINT, `${ENDPOINT_OF}; ${ENDPOINT_RECORD}; ${record("webhook-endpoint", "webhook-endpoint.delete", {})}`],
  [ENDPOINT, "update webhook_endpoint set url = 'https://taken.example.com'"],
  [HOUSE, "drop index account_house; update account set is_house = true"],
  [HOUSE, "update account set is_house = not is_house where id in (select account_id from bill) or is_house"],
  [BENEFICIARY, PUT],
  [BENEFICIARY, `${PUT}; ${PUT_RECORD}`],
  [BENEFICIARY, `${PUT}; ${PUT_RECORD}; ${ACTIVE_RECORD}; update beneficiary set iban = 'DE2' where id = '${ID}'`],
  ...["name = 'y'", "bic = 'OTHRDEFF'"].map(
    (change) =>
      [
        BENEFICIARY,
        `${PUT}; ${PUT_RECORD}; ${ACTIVE_RECORD}; update beneficiary set ${change} where id = '${ID}'`,
      ] as const,
  ),
  [
    BENEFICIARY,
    `${PUT}; ${PUT_RECORD}; ${ACTIVE_RECORD}; update beneficiary set active_at = active_at - interval '1 day' where id = '${ID}'`,
  ],
  [BENEFICIARY, `${PUT}; ${PUT_RECORD}; ${ACTIVE_RECORD}; ${record("beneficiary", "beneficiary.retire", {})}`],
  [
    DESTINATION,
    `insert into destination (id, place, asset, address, label, created_by, created_at) values ('${ID}', 'bank:main', 'EUR', 'x', 'x', 'x', now());
      ${record("destination", "destination.end", {})}`,
  ],
  [WALLET, `update deployment set mode = 'live'; ${ADDED}`],
  [WALLET, `${ADDED}; ${ADDED_RECORD}`],
  [
    WALLET,
    `${ADDED}; ${ADDED_RECORD}; ${record("wallet", "wallet.activate", {})}; update wallet set fingerprint = '00000002' where id = '${ID}'`,
  ],
  [
    WALLET,
    `${ADDED}; ${ADDED_RECORD}; ${record("wallet", "wallet.activate", {})}; ${record("wallet", "wallet.retire", {})}`,
  ],
  [
    WALLET,
    `${ADDED}; ${ADDED_RECORD}; ${record("wallet", "wallet.activate", {})}; update wallet set xpub = 'y' where id = '${ID}'`,
  ],
  [
    PAYOUT,
    `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by, status, approved_at)
      select '${ID}', account_id, 'EUR', 700, false, 'x', 'x', 'APPROVED', now() from bill limit 1`,
  ],
  [CHART, "update ledger_account set may_be_negative = true where code like 'acc:%:available'"],
];

/** The same rows as the program makes them. */
export const RIGHTS_ALLOWED: readonly (readonly [rule: string, sql: string])[] = [
  [ROLE, `${MEMBER}; ${JOINED}`],
  [ROLE, `${MEMBER}; ${record("user", "user.create", {}, "null")}`],
  [BENEFICIARY, `${PUT}; ${PUT_RECORD}; ${ACTIVE_RECORD}`],
  [REQUEST, `${ASKED("APPROVED")}; ${DECIDED}`],
  [WALLET, `${ADDED}; ${ADDED_RECORD}; ${record("wallet", "wallet.activate", {})}`],
  ...REPORTED_ALLOWED,
  ...PAID_ALLOWED,
  ...WITNESSED_ALLOWED,
];
