import { createHash } from "node:crypto";
import { one, type Raw } from "./raw.ts";
import { entered, onMoves, onOutgoing, onSettlements, onSigning, PAYOUT } from "./treasury-statements.ts";
import type { Scene } from "./world.ts";

const AUDIT_LINES = ["staff_user", "approval"].map(
  (table) =>
    `insert into audit (at, actor, action, object_kind, object_id, request_id) select now(), 'operator', 'said', 'user', id::text, 'x' from ${table}`,
);
const RECOVERY = "01890000-0000-7000-8000-000000000002";
const WAITS = "status = 'PENDING' and request ->> 'reference' = 'waits'";
const WAITING = "status = 'PENDING' and reason = 'for acme'";
const CUNNING = "purple walrus 7719";

/** Without calling a function of sign-in or agreement: each is refused, at once or at commit. */
export function rawStatements(scene: Scene): Raw[] {
  const inNames = [...onPeople(scene), ...onRequests(scene)];
  // Once more with a line in the audit, as somebody would who knows that an action nobody is told of is undone.
  const recorded = inNames
    .filter(({ name }) => !name.endsWith("unseen"))
    .map(({ name, statements }) => one(`${name}, told`, ...statements, ...AUDIT_LINES));
  return [
    ...onMoney(scene),
    ...onPayouts(scene),
    ...onMoves,
    ...onOutgoing,
    ...onSettlements,
    ...onSigning,
    ...inNames,
    ...recorded,
    ...onEvidence(scene),
    ...onGuards(scene),
  ];
}

const onMoney = ({ acme, rival, walletId }: Scene): Raw[] => [
  one(
    "a payout nobody asked for",
    `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by) values (gen_random_uuid(), '${acme}', 'EUR', 1, false, 'r', 'x')`,
  ),
  one("a payout changed", "update payout set quantity_units = 2"),
  one("a balance raised", "update ledger_account set balance = balance + 1"),
  ...["gift", "deposit.sold", "payout.fiat", "result.swept", "move.left", "move.arrived"].map((event) =>
    one(
      `a balanced ${event} that nothing explains`,
      `insert into ledger_transaction (id, effect_key, event, account_id, at) values ('${PAYOUT}', 'x', '${event}', '${acme}', now())`,
      entered(`acc:${acme}:available`, "house:book", 500),
    ),
  ),
  one(
    "a posting beside the books",
    `insert into posting (transaction_id, ledger_account_id, asset, debit, amount, balance)
      select transaction_id, ledger_account_id, asset, debit, amount, balance from posting limit 1`,
  ),
  one("a posting that asks for no proof", "delete from ledger_unproven"),
  one("a posting changed", "update posting set amount = amount + 1"),
  one("a posting deleted", "delete from posting"),
  one(
    "a setting loosened",
    `insert into setting (id, account_id, by_house, name, value, valid_from, changed_by) values (gen_random_uuid(), '${acme}', true, 'spreadBps', '0', now(), 'x')`,
  ),
  one(
    "two persons switched off",
    "insert into setting (id, account_id, by_house, name, value, valid_from, changed_by) values (gen_random_uuid(), null, true, 'secondPerson', 'never', now(), 'x')",
  ),
  one("a setting rewritten", "update setting set value = 'never' where name = 'secondPerson'"),
  one("a setting deleted", "delete from setting where name = 'secondPerson'"),
  one("the way a setting loosens", "update setting_rule set looser = 'never'"),
  one("the mode", "update deployment set mode = 'live'"),
  one(
    "a wallet in use",
    `insert into wallet (id, kind, network, xpub, path, fingerprint, account_id, active) values (gen_random_uuid(), 'ETH', 'eth', 'xpub-of-nobody', 'm', 'f', '${acme}', true)`,
  ),
  one("a wallet's key", `update wallet set xpub = xpub || 'x' where id = '${walletId}'`),
  one(
    "a billed address given to another bill",
    "update deposit_address set bill_id = gen_random_uuid() where bill_id is not null",
  ),
  one("an address rewritten", "update deposit_address set address = 'bc1qmine'"),
  one("a bill's address", "update bill set address = 'bc1qmine'"),
  one("a bill of another account", `update bill set account_id = '${rival}'`),
  one("a bill's price", "update bill set price = price * 2"),
  one(
    "a key that moves money",
    `insert into api_key (id, account_id, name, mode, scopes, secret_sealed) values ('ak_mine', '${acme}', 'x', 'sandbox', '{payouts:request}', 'x')`,
  ),
  one(
    "a key's scopes",
    "update api_key set scopes = scopes || '{payouts:request}' where not 'payouts:request' = any(scopes)",
  ),
];

const PLACE = "01890000-0000-7000-8000-000000000004";
/** A line in the audit about an object, as who knows that nothing untold is taken. */
const auditLineOf = (id: string) =>
  `insert into audit (at, actor, action, object_kind, object_id, request_id) values (now(), 'operator', 'said', 'payout', '${id}', 'x')`;
const onPayouts = ({ acme, beneficiaryId, payoutId }: Scene): Raw[] => {
  const place = (status: string) =>
    `insert into beneficiary (id, account_id, asset, name, iban, status, made_by) values ('${PLACE}', '${acme}', 'EUR', 'mine', 'NL91ABNA0417164300', '${status}', 'x')`;
  const payout = (status: string, to: string) =>
    `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by, status, beneficiary_id, is_out)
      values ('${PAYOUT}', '${acme}', 'EUR', 1, false, 'r', 'x', '${status}', '${to}', false)`;
  const exit = `insert into payout_exit (payout_id, proof, n, place) values ('${payoutId}', 'line', 1, 'bank')`;
  const between = (event: string, key: string, from: string, to: string) => [
    `insert into ledger_account (id, code, asset, normal, may_be_negative) values (gen_random_uuid(), 'bank', 'EUR', 'DEBIT', true) on conflict do nothing`,
    `insert into ledger_transaction (id, effect_key, event, account_id, at) values ('${PAYOUT}', 'payout:${payoutId}:${key}', '${event}', '${acme}', now())`,
    entered(to, from, 100),
  ];
  const reserved = `acc:${acme}:reserved`;
  const set = (change: string) => [`update payout set ${change} where id = '${payoutId}'`, auditLineOf(payoutId)];
  return [
    one("a beneficiary nobody agreed to", place("ACTIVE"), auditLineOf(PLACE)),
    one(
      "a beneficiary agreed to alone",
      place("REQUESTED"),
      `update beneficiary set status = 'ACTIVE' where id = '${PLACE}'`,
      auditLineOf(PLACE),
    ),
    one("a beneficiary nobody is told of", place("REQUESTED")),
    one(
      "a beneficiary led elsewhere",
      `update beneficiary set iban = 'NL91ABNA0417164300' where id = '${beneficiaryId}'`,
    ),
    one(
      "a payout to a place that waits",
      place("REQUESTED"),
      auditLineOf(PLACE),
      payout("REQUESTED", PLACE),
      auditLineOf(PAYOUT),
    ),
    one("a payout approved as it is written", payout("APPROVED", beneficiaryId), auditLineOf(PAYOUT)),
    one("a payout that reserves nothing", payout("REQUESTED", beneficiaryId), auditLineOf(PAYOUT)),
    one("a payout approved alone", ...set("status = 'APPROVED'")),
    one("a payout confirmed alone", ...set("status = 'CONFIRMED', is_out = true"), exit),
    one("a payout ended, its money kept", ...set("status = 'CANCELLED'")),
    one("a payout to another place", ...set("beneficiary_id = gen_random_uuid()")),
    one("a payout of more", ...set("quantity_units = quantity_units * 2")),
    one("reserved money that left unapproved", exit, ...between("payout.left", "line:1", reserved, "bank")),
    one(
      "reserved money freed while its payout waits",
      ...between("payout.released", "released", reserved, `acc:${acme}:available`),
    ),
    one("reserved money for the house", ...between("payout.released", "released", reserved, "house:book")),
    one(
      "a file for the bank of one's own",
      `insert into payout_file (id, bank, currency, message_id, format, payouts, total_units, sha256, content, made_by)
        values ('${PAYOUT}', 'main', 'EUR', 'mine', 'pain.001.001.03', 1, 100, encode(sha256('x'), 'hex'), 'x', 'x')`,
    ),
  ];
};

const onPeople = ({ acme, house, mallory, ada, hanna, hal, dora, vera }: Scene): Raw[] => [
  one("a colleague's password", `update staff_user set password_hash = 'argon2id$$x$y' where id = '${ada.userId}'`),
  one("a password taken away", `update staff_user set password_hash = null, name = 'x' where id = '${ada.userId}'`),
  one("a colleague's address", `update staff_user set email = 'mine@example.com' where id = '${ada.userId}'`),
  one(
    "a person with a password",
    "insert into staff_user (id, email, name, password_hash) values (gen_random_uuid(), 'ghost@example.com', 'Ghost', 'argon2id$$x$y')",
  ),
  ...["LOCAL", "SSO"].map((source) =>
    one(
      `a role in the house, ${source}`,
      `insert into membership (user_id, account_id, role, source) values ('${mallory.userId}', '${house}', 'admin', '${source}')`,
    ),
  ),
  one("a higher role", `update membership set role = 'admin' where user_id = '${vera.userId}'`),
  one(
    "a higher role by the provider",
    `update membership set role = 'admin', source = 'SSO' where user_id = '${vera.userId}'`,
  ),
  one("a door opened again", `update membership set disabled_at = null where user_id = '${dora.userId}'`),
  one("the house without administrators", `delete from membership where account_id = '${house}' and role = 'admin'`),
  one(
    "the house's administrators made viewers",
    `update membership set role = 'viewer' where account_id = '${house}' and role = 'admin'`,
  ),
  one("a colleague removed unseen", `delete from membership where user_id = '${ada.userId}'`),
  one(
    "a session of another",
    `insert into staff_session (id, user_id, expires_at) values (gen_random_uuid(), '${ada.userId}', now() + interval '1 hour')`,
  ),
  one(
    "a session that ended",
    "update staff_session set revoked_at = now()",
    "update staff_session set revoked_at = null",
  ),
  one(
    "a session longer",
    `update staff_session set expires_at = expires_at + interval '1 day' where user_id = '${mallory.userId}'`,
  ),
  ...["revoked_at = now()", "expires_at = created_at", "seen_at = created_at - interval '1 day'"].map((end) =>
    one(`a colleague's session ended, ${end}`, `update staff_session set ${end} where user_id = '${hanna.userId}'`),
  ),
  one(
    "a recovery unseen",
    `insert into invitation (id, account_id, email, role, recovery) values (gen_random_uuid(), '${house}', 'rosa@example.com', 'admin', true)`,
  ),
  one(
    "a recovery of long ago, taken at once",
    `insert into invitation (id, account_id, email, role, recovery, made_at) values ('${RECOVERY}', '${house}', '${mallory.email}', 'admin', true, now() - interval '30 days')`,
    `update invitation set accepted_at = now(), accepted_by = '${mallory.userId}' where id = '${RECOVERY}'`,
    `insert into membership (user_id, account_id, role) values ('${mallory.userId}', '${house}', 'admin')`,
  ),
  one(
    "a recovery into an account",
    `insert into invitation (id, account_id, email, role, recovery) values (gen_random_uuid(), '${acme}', 'rosa@example.com', 'admin', true)`,
  ),
  one("a session proven", `update staff_session set proven_at = now() where user_id = '${ada.userId}'`),
  one(
    "a second factor of another",
    `insert into staff_totp (id, user_id, secret_sealed, confirmed_at) values (gen_random_uuid(), '${ada.userId}', 'x', now())`,
  ),
  one(
    "a passkey of another",
    `insert into staff_passkey (id, user_id, name, public_key, counter) values ('mine', '${ada.userId}', 'x', 'x', 0)`,
  ),
  one(
    "recovery codes of another",
    `insert into staff_recovery_code (user_id, digest) values ('${ada.userId}', decode(repeat('00', 32), 'hex'))`,
  ),
  one("a factor ended", `update staff_totp set ended_at = now() where user_id = '${hanna.userId}'`),
  one("a passkey ended", `update staff_passkey set ended_at = now() where user_id = '${hanna.userId}'`),
  one("a factor deleted", "delete from staff_totp"),
  one("a passkey deleted", "delete from staff_passkey"),
  one(
    "a one-time link",
    `insert into one_time_link (id, kind, digest, user_id, expires_at) values (gen_random_uuid(), 'PASSWORD', decode(repeat('00', 32), 'hex'), '${ada.userId}', now() + interval '1 hour')`,
  ),
  one("a link used again", "update one_time_link set used_at = null"),
  one(
    "a person at the provider",
    `insert into staff_identity (issuer, subject, user_id) values ('https://mine', 'me', '${hal.userId}')`,
  ),
  one("a proof", `insert into proof (way, user_id) values ('SESSION', '${ada.userId}')`),
  one("an authority rewritten", `update authority set by_user_id = '${hanna.userId}'`),
  one("another account's role", `update membership set account_id = '${acme}' where user_id = '${hal.userId}'`),
];

const onRequests = ({ acme, ada, hanna, mallory }: Scene): Raw[] => {
  const asks = (status: string, by: string | null, at = "now()") =>
    `insert into approval (id, account_id, what, decides, request, asked_by, asked_user_id, asked_at, expires_at, status, made_at) values (gen_random_uuid(), '${acme}', 'payout', 'house', '{"asset":"EUR","reference":"r","quantity":"1"}', ${by === null ? "'key:ak_1', null" : `'staff:Mallory', '${by}'`}, business_now(), business_now() + interval '1 day', '${status}', ${at})`;
  const agrees = (of: string, name: string) =>
    `update approval set status = 'APPROVED', decided_by = 'staff:${name}', decided_user_id = '${of}', decided_at = business_now() where status = 'PENDING' and what <> 'payout'`;
  return [
    one("an agreement that begins decided", asks("APPROVED", mallory.userId)),
    one("a request in a person's name", asks("PENDING", mallory.userId)),
    one("a request of long ago", asks("PENDING", ada.userId, "now() - interval '30 days'")),
    one("an agreement in a colleague's name", agrees(ada.userId, "Ada")),
    one("an agreement in the house's name", agrees(hanna.userId, "Hanna")),
    one("a key's request, agreed to in a colleague's name", asks("PENDING", null), agrees(hanna.userId, "Hanna")),
    ...[ada, hanna].map((of) =>
      one(
        `the first of two in ${of.name}'s name`,
        `update approval set first_by = 'staff:${of.name}', first_user_id = '${of.userId}', first_at = business_now() where ${WAITS}`,
      ),
    ),
    one(
      "a request that begins with the first of two",
      asks("PENDING", null)
        .replace("status, made_at)", "status, made_at, first_by, first_user_id, first_at)")
        .replace(/\)$/, `, 'staff:Hanna', '${hanna.userId}', business_now())`),
    ),
    one("what was asked for", `update approval set request = request || '{"quantity":"1000"}'`),
    one("who asked", `update approval set asked_user_id = '${ada.userId}'`),
    one("a request deleted", "delete from approval"),
    one(
      "a declined request",
      `update approval set status = 'DECLINED', decided_by = 'staff:Ada', decided_user_id = '${ada.userId}', decided_at = business_now() where status = 'PENDING'`,
    ),
  ];
};

const onEvidence = ({ acme }: Scene): Raw[] => [
  one(
    "an audit line in another's name",
    `insert into audit (at, actor, action, account_id, object_kind, object_id, request_id) values (now(), 'staff:Ada', 'setting.change', '${acme}', 'setting', 'x', 'x')`,
  ),
  one("an audit line rewritten", "update audit set actor = 'operator'"),
  one("an audit line deleted", "delete from audit"),
  one("the audit emptied", "truncate audit"),
  one("an event deleted", "delete from event"),
  one("a seal rewritten", "update audit_seal set line_count = 0"),
];

const onGuards = (scene: Scene): Raw[] => [
  one("a guard off", "alter table setting disable trigger all"),
  one("a guard dropped", "drop trigger setting_guard on setting"),
  one("guards of replicas", "set session_replication_role = replica"),
  one("a guard's function", "create or replace function two_persons() returns boolean language sql as 'select false'"),
  one("a function of its own", "create function mine() returns integer language sql as 'select 1'"),
  one(
    "settings of its own before the guard's eyes",
    "create temporary table setting (like public.setting)",
    `insert into public.setting (id, account_id, by_house, name, value, valid_from, changed_by) values (gen_random_uuid(), '${scene.acme}', true, 'spreadBps', '0', now(), 'x')`,
  ),
  one(
    "rules of its own before the guard's eyes",
    "create temporary table setting_rule as select name, owner, 'never' as looser, word, unset from public.setting_rule",
    "insert into public.setting (id, account_id, by_house, name, value, valid_from, changed_by) values (gen_random_uuid(), null, true, 'secondPerson', 'never', now(), 'x')",
  ),
  one("the owner", "set role desk_owner"),
  one(
    "rights",
    "grant insert on proof to public",
    `insert into proof (way, user_id) values ('SESSION', '${scene.ada.userId}')`,
  ),
  one("all of a table", "copy setting to program 'true'"),
];

/** Through the functions that check, but without a line in the audit, or for more than was agreed to: undone at commit. */
export function untoldStatements({ ada, hanna, rita, house }: Scene): Raw[] {
  const prove = (sid: string) => `select prove_session('${sid}')`;
  const digest = createHash("sha256").update(CUNNING).digest("hex");
  return [
    one(
      "a larger payout than was asked for, told",
      prove(hanna.sid),
      `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by, approval_id) select '${PAYOUT}', account_id, 'EUR', 1000000000, false, 'waits', 'staff:Hanna', id from approval where ${WAITS}`,
      `update approval set status = 'APPROVED', decided_by = 'staff:Hanna', decided_user_id = '${hanna.userId}', decided_at = business_now(), payout_id = '${PAYOUT}' where ${WAITS}`,
      ...AUDIT_LINES,
    ),
    one(
      "a value for all in place of one account's, told",
      prove(hanna.sid),
      `insert into setting (id, account_id, by_house, name, value, valid_from, changed_by, approval_id) select gen_random_uuid(), null, true, 'spreadBps', '0', business_now(), 'staff:Hanna', id from approval where ${WAITING}`,
      `update approval set status = 'APPROVED', decided_by = 'staff:Hanna', decided_user_id = '${hanna.userId}', decided_at = business_now() where ${WAITING}`,
      ...AUDIT_LINES,
    ),
    one(
      "the first of two by somebody's open session, untold",
      prove(hanna.sid),
      `update approval set first_by = 'staff:Hanna', first_user_id = '${hanna.userId}', first_at = business_now() where ${WAITS}`,
    ),
    one(
      "a session of an account's person ended by an administrator of another",
      prove(rita.sid),
      `update staff_session set revoked_at = now() where user_id = '${ada.userId}'`,
    ),
    one(
      "a recovery by its link at once, told",
      `insert into invitation (id, account_id, email, role, recovery, made_at) values ('${RECOVERY}', '${house}', 'rosa@example.com', 'admin', true, now() - interval '30 days')`,
      `insert into audit (at, actor, action, object_kind, object_id, request_id) values (now(), 'operator', 'user.recover', 'invitation', '${RECOVERY}', 'x')`,
      `select make_link(gen_random_uuid(), 'INVITATION', decode('${digest}', 'hex'), '${RECOVERY}', null, 3600)`,
      `select take_link(decode('${digest}', 'hex'))`,
      "insert into staff_user (id, email, name, password_hash) values (gen_random_uuid(), 'rosa@example.com', 'Rosa', 'argon2id$$x$y')",
    ),
    one(
      "a password by somebody's open session, untold",
      prove(ada.sid),
      `update staff_user set password_hash = 'argon2id$$x$y' where id = '${ada.userId}'`,
    ),
    one(
      "a passkey by somebody's open session, untold",
      prove(hanna.sid),
      `insert into staff_passkey (id, user_id, name, public_key, counter) values ('mine', '${hanna.userId}', 'x', 'x', 0)`,
    ),
    one(
      "an agreement by somebody's open session, untold",
      prove(hanna.sid),
      `update approval set status = 'APPROVED', decided_by = 'staff:Hanna', decided_user_id = '${hanna.userId}', decided_at = business_now() where status = 'PENDING' and what = 'setting' and asked_user_id <> '${hanna.userId}'`,
    ),
    one(
      "a link for somebody, untold",
      `select make_link(gen_random_uuid(), 'PASSWORD', decode('${digest}', 'hex'), null, '${ada.userId}', 3600)`,
    ),
  ];
}
