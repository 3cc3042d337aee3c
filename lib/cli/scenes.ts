import { releaseForHouse } from "#lib/approvals/holds.ts";
import type { CaseKind } from "#lib/cases/case-kinds.ts";
import { makeComment } from "#lib/cases/comments.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { workCases } from "#lib/cases/work-cases.ts";
import { assignCase, closeCase, muteCase, noteCase } from "#lib/cases/work-case.ts";
import { decodeAnswer } from "#lib/contract/plan-of.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { paymentRecord } from "#lib/payments/contract.ts";
import { getPayments } from "#lib/payments/get-payments.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { importList } from "#lib/screening/import-list.ts";
import { createEndpoint, getEndpoints, sendTest } from "#lib/webhooks/endpoints.ts";
import { NotYet, type Scene } from "./cast.ts";
import { PAYOUT_SCENES } from "./payout-scenes.ts";
import { playConversion } from "./play-conversions.ts";
import { CUSTOMERS, presentBill } from "./story.ts";
import { TREASURY_SCENES } from "./treasury-scenes.ts";

const DAY_MS = 86_400_000;
/** Cases that are older than this a person has seen to. */
const OLD_DAYS = 21;

/** The description of the endpoint that takes what it is sent. */
export const RECEIVER = "Order service (demo)";
const BROKEN = "Accounting (demo, does not answer)";
/** Nobody listens at the port for discarding. */
const NOBODY_LISTENS = "http://127.0.0.1:9/webhooks";

/** An address that belongs to nobody's bill here: the example of BIP-173. */
const LISTED = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";
/** Bills in BTC that the listed sender pays. */
const FIRST_HELD = 12;
export const LISTED_SENDERS: ReadonlyMap<number, string> = new Map([
  [FIRST_HELD, LISTED],
  [18, LISTED],
]);

/** An invented list in the published form, older than any real one, so that those may follow it. */
const LIST = `<?xml version="1.0"?><sdnList><publshInformation><Publish_Date>01/02/2001</Publish_Date>
<Record_Count>1</Record_Count></publshInformation><sdnEntry><uid>1</uid><lastName>LISTED SENDER (DEMO)</lastName>
<sdnType>Entity</sdnType><programList><program>DEMO</program></programList><idList><id><uid>1</uid>
<idType>Digital Currency Address - XBT</idType><idNumber>${LISTED}</idNumber></id></idList></sdnEntry></sdnList>`;

export const SCENES: readonly Scene[] = [
  ...TREASURY_SCENES,
  ...PAYOUT_SCENES,
  {
    before: 4,
    name: "endpoint",
    by: "developer",
    play: ({ ctx, receiverUrl: url }) => createEndpoint(ctx, { url, description: RECEIVER }),
  },
  {
    before: 5,
    name: "endpoint-broken",
    by: "developer",
    play: ({ ctx }) =>
      createEndpoint(ctx, { url: NOBODY_LISTENS, description: BROKEN, eventTypes: ["settlement.created"] }),
  },
  {
    before: 6,
    name: "endpoint-test",
    by: "developer",
    async play({ ctx }) {
      const { data } = await getEndpoints(ctx);
      const broken = data.find(({ description }) => description === BROKEN);
      if (broken) await sendTest(ctx, { endpointId: broken.endpointId });
    },
  },
  {
    before: 7,
    name: "case-assigned",
    by: "treasurer",
    async play({ ctx, cast }) {
      const caseId = await caseOf(ctx, "LATE");
      await assignCase(ctx, { caseId, userId: await cast.userIdOf("operations") });
    },
  },
  {
    before: 8,
    name: "case-noted",
    by: "operations",
    play: async ({ ctx }) =>
      noteCase(ctx, {
        caseId: await caseOf(ctx, "LATE"),
        note: "The customer asks for a conversion at today's price.",
      }),
  },
  {
    before: 9,
    name: "payment-noted",
    by: "operations",
    async play({ ctx, cast }) {
      const { data } = await listCases(ctx, { kind: "LATE", limit: 1 });
      const objectId = data[0]?.paymentId;
      if (objectId === undefined) throw new Refusal("NOT_FOUND", "No late payment waits.");
      const mentions = [await cast.userIdOf("treasurer")];
      const note = "@Treasurer (demo) the payer asks whether we refund or keep it.";
      return makeComment(ctx, { kind: "PAYMENT", objectId, note, mentions });
    },
  },
  {
    before: 9,
    name: "customer-noted",
    by: "treasurer",
    play: ({ ctx }) =>
      makeComment(ctx, {
        kind: "CUSTOMER",
        objectId: CUSTOMERS[0].name,
        note: "Year-end sale: double volume expected.",
      }),
  },
  {
    before: 9,
    name: "case-closed",
    by: "operations",
    play: async ({ ctx }) =>
      closeCase(ctx, { caseId: await caseOf(ctx, "OVERPAID"), reason: "Agreed: stays as credit for the next order." }),
  },
  {
    before: 10,
    name: "case-muted",
    by: "treasurer",
    play: async ({ ctx }) =>
      muteCase(ctx, { caseId: await caseOf(ctx, "UNDERPAID"), forMs: 3 * DAY_MS, reason: "Payer tops up this week." }),
  },
  { before: 11, name: "list", by: "compliance", play: ({ ctx }) => importList(ctx, bytesOf(LIST)) },
  {
    before: 14,
    name: "cases-closed",
    by: "operations",
    async play({ ctx }) {
      const oldest = (await ctx.now()).getTime() - OLD_DAYS * DAY_MS;
      const { data } = await listCases(ctx, {});
      const old = data.filter(({ kind, since }) => since < oldest && (kind === "OVERPAID" || kind === "UNDERPAID"));
      const caseIds = old.map(({ caseId }) => caseId);
      return workCases(ctx, { caseIds, command: "CLOSE", reason: "Settled with the customer last month." });
    },
  },
  {
    before: 16,
    name: "converted",
    by: "treasurer",
    play: ({ ctx }) => playConversion(ctx, "EXECUTED"),
  },
  {
    before: 19,
    name: "hold-released",
    by: "compliance",
    patient: true,
    async play({ ctx, cast }) {
      const txId = await heldDeposit(await cast.as("treasurer", ctx.requestId), presentBill(FIRST_HELD).reference);
      await releaseForHouse(ctx, { txId, note: "Same name as an entry of the list, another person. Papers on file." });
    },
  },
  {
    before: 22,
    name: "bank-line",
    by: "rates",
    play: ({ ctx }) =>
      playBank(ctx, {
        currency: "EUR",
        amount: Decimal.from("812.40"),
        reference: "FERNGROVE 4471",
        counterparty: "Ferngrove Studio",
      }),
  },
];

async function caseOf(ctx: Ctx, kind: CaseKind): Promise<string> {
  const { data } = await listCases(ctx, { kind, limit: 1 });
  const [first] = data;
  if (!first) throw new Refusal("NOT_FOUND", "No such case waits.");
  return first.caseId;
}

async function heldDeposit(ctx: Ctx, reference: string): Promise<string> {
  const startTime = new Date((await ctx.now()).getTime() - DAY_MS);
  const { data } = await getPayments(ctx, { startTime, reference });
  const [record] = data;
  must(record, "the bill that the listed sender paid is there");
  const held = decodeAnswer(paymentRecord, record.text).deposits.find(({ status }) => status === "HELD");
  if (!held) throw new NotYet("nothing of this bill is held");
  return held.txId;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
