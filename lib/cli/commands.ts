import { open } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { importList } from "#lib/screening/import-list.ts";
import { accountByName, houseOf, needAccount } from "#lib/kernel/tenants.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { createUser, isUser } from "#lib/people/create-user.ts";
import { invitationLink, inviteByLink } from "#lib/people/invite-person.ts";
import { recoverHouse } from "#lib/people/recover-house.ts";
import { linkFor } from "#lib/people/own-password.ts";
import { needGoodPassword } from "#lib/people/password-rules.ts";
import { needsAnother } from "#lib/approvals/ask.ts";
import { invitePersonOrAsk } from "#lib/approvals/people-or-ask.ts";
import { Waiting } from "#lib/contract/out.ts";
import { HOUSE_ROLES, isAnyRole, ROLES } from "#lib/contract/permissions.ts";
import { erasePerson, personalDataOf, reviewAllAccess } from "#lib/people/personal-data.ts";
import { sealAudit, verifyAudit } from "#lib/audit/seal.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { getCustody } from "#lib/outgoing/get-custody.ts";
import { differenceOf, proveCustody } from "#lib/outgoing/prove-custody.ts";
import { scanNow } from "#lib/outgoing/scan-now.ts";
import { recover } from "#lib/recovery/recover.ts";
import { purposes, watcher } from "#lib/worker/due.ts";
import { beginEpoch, endRecovery, readLastSeen } from "#prisma/epoch.ts";
import { needOwnServer, restoreBackup, takeBackup } from "#lib/postgres/backup.ts";
import { changeOrAsk, makeKeyOrAsk } from "#lib/approvals/or-ask.ts";
import { houseChange, houseSettings, operatorChanges, settingsOf } from "#lib/settings/change-settings.ts";
import { actingFor, type Args, type DeskCommand, need } from "./command.ts";
import { needSandbox, seedBills } from "./seed.ts";
import { pairsOf, setFor, settingsAnswer } from "./set-values.ts";
import { PROVEN, prove } from "./prove.ts";
import { TREASURY_COMMANDS } from "./treasury-commands.ts";

/** The operator's command line (rulebook 11.8); each command calls the verbs that requests call. */
export const COMMANDS: Readonly<Record<string, DeskCommand>> = {
  "keys create": {
    usage: "keys create --account NAME | --house --scopes a,b [--rate N] [--name N] [--public-key K]",
    options: ["account", "house", "scopes", "rate", "name", "public-key"],
    async run(ctx, { values }) {
      const account =
        values["house"] === undefined ? await accountNamed(ctx, need(values, "account")) : await houseOf(ctx.app);
      const rate = values["rate"] === undefined ? undefined : wholeOption(values, "rate");
      const scopes = need(values, "scopes")
        .split(",")
        .map((scope) => scope.trim());
      const made = await makeKeyOrAsk(actingFor(ctx, account), {
        name: values["name"] ?? "command line",
        scopes,
        ...(rate ? { rate } : {}),
        ...(values["public-key"] === undefined ? {} : { publicKey: values["public-key"] }),
      });
      return {
        data: { keyId: made.keyId, secret: made.secret, ...(made.approvalId && { approvalId: made.approvalId }) },
        lines: [`key    ${made.keyId}`, made.secret ? `secret ${made.secret} (shown once)` : "signed by your own key"],
      };
    },
  },
  "account create": {
    usage: "account create --account NAME [key=value…]",
    options: ["account"],
    takesWords: true,
    async run(ctx, { values, words }) {
      const name = need(values, "account");
      // One without the limits it was to have would serve: what is refused is refused before there is an account.
      await operatorChanges(actingFor(ctx, (await accountByName(ctx, name)) ?? { id: ctx.id(), name }), pairsOf(words));
      return setFor(ctx, await openAccount(ctx, name), words, `account ${name} created`);
    },
  },
  "account set": {
    usage: "account set --account NAME key=value…",
    options: ["account"],
    takesWords: true,
    async run(ctx, { values, words }) {
      return setFor(ctx, await needAccount(ctx, need(values, "account")), words);
    },
  },
  "house set": {
    usage: "house set [--account NAME] key=value…",
    options: ["account"],
    takesWords: true,
    async run(ctx, { values, words }) {
      const named = values["account"] === undefined ? undefined : await needAccount(ctx, values["account"]);
      const acting = actingFor(ctx, await houseOf(ctx.app));
      const outcome = await changeOrAsk(acting, [houseChange(acting, named, pairsOf(words))]);
      const settings = named ? await settingsOf(acting, named.id) : await houseSettings(acting);
      return settingsAnswer({ ...(named && { account: named.name }) }, settings.house, outcome);
    },
  },
  "users create": {
    usage:
      "users create --email E --role R [--name N] [--account NAME | --house] [--password - (read from standard input)]",
    options: ["email", "role", "name", "account", "house", "password"],
    async run(ctx, { values }) {
      const role = need(values, "role");
      const ofHouse = values["house"] !== undefined;
      const roles: readonly string[] = ofHouse ? HOUSE_ROLES : ROLES;
      if (!isAnyRole(role) || !roles.includes(role))
        throw invalid("role", `--role must be one of ${roles.join(", ")}.`);
      const account = ofHouse ? await houseOf(ctx.app) : await accountNamed(ctx, values["account"] ?? "demo");
      const email = need(values, "email");
      const name = values["name"];
      const acting = actingFor(ctx, account);
      const shown = { email, role, account: account.name };
      if (await needsAnother(acting)) {
        const invited = await invitePersonOrAsk(acting, { email, role, ...(name !== undefined && { name }) });
        const approvalId = invited instanceof Waiting ? invited.request.approvalId : undefined;
        return { data: { ...shown, approvalId }, lines: [`${email} waits for a second person: request ${approvalId}`] };
      }
      if (values["password"] === undefined) {
        const { link } = await inviteByLink(acting, { email, role, ...(name !== undefined && { name }) });
        return {
          data: { ...shown, link },
          lines: [`${email} joins ${account.name} with this link, single use, valid for 72 hours:`, link],
        };
      }
      const password = await passwordFrom(values["password"]);
      await needGoodPassword(ctx.app, password, [email, name ?? "", account.name]);
      const memberships = [{ accountId: account.id, role }];
      await createUser(acting, { email, name: name ?? email.split("@")[0] ?? email, password, memberships });
      return { data: shown, lines: [`user ${email} is ${role} of ${account.name}`] };
    },
  },
  "people link": {
    usage: "people link --email E [--for password|factor|invitation]",
    options: ["email", "for"],
    async run(ctx, { values }) {
      const email = need(values, "email");
      const link = await linkOfKind(ctx, email, values["for"]);
      return {
        data: { email, link },
        lines: [`${email} continues with this link, single use, valid for 72 hours:`, link],
      };
    },
  },
  "people recover": {
    usage: "people recover --email E [--name N] (an administrator of the operator, 24 hours from now)",
    options: ["email", "name"],
    async run(ctx, { values }) {
      const email = need(values, "email");
      const acting = actingFor(ctx, await houseOf(ctx.app));
      const { link, ...made } = await recoverHouse(acting, { email, name: values["name"] });
      const usableAt = made.usableAt.toISOString();
      return {
        data: { email, invitationId: made.invitationId, link, usableAt },
        lines: [
          `${email} becomes an administrator of the operator with this link, single use, from ${usableAt} on for 72 hours:`,
          link,
          "everybody at the operator is told; any administrator of it can take this back until then",
        ],
      };
    },
  },
  "people review": {
    usage: "people review",
    options: [],
    async run(ctx) {
      const review = await reviewAllAccess(ctx);
      return { data: { review }, lines: [review.trimEnd()] };
    },
  },
  "people export": {
    usage: "people export --email E",
    options: ["email"],
    async run(ctx, { values }) {
      const data = await personalDataOf(ctx, need(values, "email"));
      return { data, lines: [JSON.stringify(data, null, 2)] };
    },
  },
  "people erase": {
    usage: "people erase --email E",
    options: ["email"],
    async run(ctx, { values }) {
      const { userId } = await erasePerson(ctx, need(values, "email"));
      return { data: { userId }, lines: [`${userId} is forgotten; the id stays in books and audit record`] };
    },
  },
  seed: {
    usage: "seed --bills N",
    options: ["bills"],
    before: needSandbox,
    async run(ctx, { values }) {
      const bills = wholeOption(values, "bills");
      await seedBills(ctx.app, bills);
      return { data: { bills }, lines: [`${bills} bills made through the verbs and the simulated chain`] };
    },
  },
  check: {
    ofCopies: true,
    usage: "check",
    options: [],
    async run(ctx) {
      const violations = await prove(ctx);
      const lines = violations.map(({ rule, found }) => `${rule}: ${found}`);
      return {
        data: { rules: PROVEN, violations },
        lines: lines.length > 0 ? lines : [`${PROVEN} rules hold`],
        failed: lines.length > 0,
      };
    },
  },
  "custody check": {
    usage: "custody check",
    options: [],
    async run(ctx) {
      const { proofs, unproven } = await proveCustody(ctx, purposes);
      const scans = await scanNow(ctx);
      const { findings } = await getCustody(ctx);
      const shown = proofs.map((proof) => ({ proof, difference: differenceOf(proof) }));
      return {
        data: {
          proofs: shown.map(({ proof: { network, asset, height }, difference }) => ({
            network,
            asset,
            height,
            difference: amountOf(asset, difference).toString(),
          })),
          unproven,
          scans: scans.map(({ network, status, scripts, unknown, fault }) => ({
            network,
            status,
            scripts,
            unknown,
            fault,
          })),
          findings: findings.map((each) => ({ ...each, difference: each.difference.toString() })),
        },
        lines: [
          ...shown.map(({ proof: { asset, node, ledger, waiting, height }, difference }) =>
            difference === 0n
              ? `${asset}: the node has ${amountOf(asset, node)}, as the books have it at block ${height}`
              : `${asset}: the node has ${amountOf(asset, node)} and the books ${amountOf(asset, ledger + waiting)} at block ${height}`,
          ),
          ...unproven.map(({ sentence }) => sentence),
          ...scans.map(({ network, status, scripts, unknown, fault }) =>
            status === "DONE"
              ? `${network}: ${scripts} scripts of ours were scanned for, ${unknown} outputs are not known`
              : `${network}: the scan is ${status}${fault === undefined ? "" : `: ${fault}`}`,
          ),
          ...findings.map(
            ({ asset, address, txHash, outputIndex, difference }) =>
              `${asset}: ${difference} differ at ${address}${txHash === undefined ? "" : `, ${txHash}:${outputIndex}`}`,
          ),
        ],
        failed:
          unproven.length > 0 ||
          findings.length > 0 ||
          scans.some(({ status }) => status !== "DONE") ||
          shown.some(({ difference }) => difference !== 0n),
      };
    },
  },
  "screening import": {
    usage: "screening import FILE (OFAC's SDN.XML, as published)",
    options: [],
    takesWords: true,
    async run(ctx, { words: [file, ...more] }) {
      if (file === undefined || more.length > 0) throw invalid("FILE", "screening import takes one file.");
      const input = await open(file).catch(() => {
        throw invalid("FILE", `The file ${file} cannot be read.`);
      });
      const list = await importList(actingFor(ctx, await houseOf(ctx.app)), input.createReadStream());
      const { publishedOn, sha256, entries, addresses, found } = list;
      const lines = [
        `the list of ${publishedOn} is in use: ${entries} entries, ${addresses} addresses`,
        `SHA-256 ${sha256}`,
        `${found} deposits of the past came from one of them`,
      ];
      return { data: list, lines };
    },
  },
  "audit verify": {
    ofCopies: true,
    usage: "audit verify",
    options: [],
    async run(ctx) {
      await sealAudit(ctx);
      const { faults, found: _, ...proof } = await verifyAudit(ctx);
      const holds = `${proof.lines} lines under ${proof.seals} seals hold; the last seal is ${proof.head || "none yet"}`;
      return {
        data: { ...proof, faults },
        lines: faults.length > 0 ? faults : [holds],
        failed: faults.length > 0,
      };
    },
  },
  backup: {
    ofCopies: true,
    usage: "backup --to FOLDER",
    options: ["to"],
    before: needOwnServer,
    async run(ctx, { values }) {
      const to = need(values, "to");
      const made = await takeBackup(ctx.app.env, to);
      const key = made.secrets ? "with the secrets key: keep it as safe" : "without the secrets key: keep that one too";
      return { data: { to, ...made }, lines: [`backed up to ${to}, ${key}`] };
    },
  },
  restore: {
    usage: "restore [--from FOLDER] [--addresses N] [--compared VENUE,…]",
    options: ["from", "addresses", "compared"],
    ofCopies: true,
    before(env, values) {
      if (values["from"] === undefined) return;
      needOwnServer(env);
      restoreBackup(env, values["from"]);
    },
    async run(ctx, { values }) {
      const began = await beginEpoch(ownerOf(ctx));
      const recovery = await recover(ctx, watcher, {
        seen: readLastSeen(ctx.app.env.dataDir),
        addresses: values["addresses"] === undefined ? undefined : wholeOption(values, "addresses"),
        compared: (values["compared"] ?? "").split(",").filter(Boolean),
      });
      if (recovery.missing.length === 0) await endRecovery(ownerOf(ctx));
      const violations = await prove(ctx);
      const { faults, lines } = await verifyAudit(ctx);
      const wrong = [...recovery.missing, ...violations.map(({ rule, found }) => `${rule}: ${found}`), ...faults];
      const proof = `restored: ${PROVEN} rules of the books and ${lines} audit lines hold`;
      return {
        data: { from: values["from"], began, done: recovery.done, missing: recovery.missing, violations, faults },
        lines: [...recovery.done, ...(wrong.length > 0 ? wrong : [proof])],
        failed: wrong.length > 0,
      };
    },
  },
  ...TREASURY_COMMANDS,
  migrate: {
    ofCopies: true,
    usage: "migrate",
    options: [],
    run: async (_ctx, _args, applied) => ({
      data: { applied },
      lines: applied.length > 0 ? applied.map((name) => `applied ${name}`) : ["nothing to apply"],
    }),
  },
};

/** The address under which the epoch is written: the application's own role may not. */
const ownerOf = ({ app }: Ctx): string => app.env.databaseOwnerUrl ?? app.env.databaseUrl ?? "";

/** In the sandbox an account comes into being when it is first named; live wants it created on purpose. */
function accountNamed(ctx: Ctx, name: string): Promise<AccountRef> {
  return ctx.app.mode === "sandbox" ? openAccount(ctx, name) : needAccount(ctx, name);
}

function wholeOption(values: Args["values"], name: string): number {
  const text = need(values, name);
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalid(name, `--${name} must be a whole number above zero.`);
  return Number(text);
}

/** A person who is no user yet goes on by their invitation, unless stated otherwise. */
async function linkOfKind(ctx: Ctx, email: string, kind: string | undefined): Promise<string> {
  const what = kind ?? ((await isUser(ctx, email.trim().toLowerCase())) ? "password" : "invitation");
  if (what === "invitation") return invitationLink(ctx, email);
  if (await needsAnother(ctx))
    throw new Refusal(
      "APPROVAL_REQUIRED",
      "Where two persons are asked for an administrator sends this reset and another one agrees to it; when nobody at the operator is left, use people recover.",
    );
  if (what === "password") return linkFor(ctx, email, "PASSWORD");
  if (what === "factor") return linkFor(ctx, email, "FACTOR");
  throw invalid("for", "--for must be password, factor or invitation.");
}

/** A password is never an argument, which other users of the machine could read. */
async function passwordFrom(given: string): Promise<string> {
  if (given !== "-") throw invalid("password", "Give --password - and the password on standard input.");
  return (await text(process.stdin)).replace(/\r?\n$/, "");
}
