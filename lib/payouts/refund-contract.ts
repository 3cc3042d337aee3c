import { z } from "zod";
import { exact, listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { id, text } from "#lib/contract/fields.ts";
import { CRYPTO_TYPE, meaning, NETWORK, NETWORK_TYPE, PAYMENT_ID, TX_ID } from "#lib/contract/meanings.ts";
import { CRYPTOS, NETWORK_TYPES, NETWORKS } from "#lib/kernel/assets.ts";

/** By the business clock: an open one whose time is over is EXPIRED. */
export const REFUND_LINK_STATES = ["OPEN", "USED", "ENDED", "EXPIRED"] as const;

const LINK_ID = meaning("Identifier of a refund link.", IDS.refundLink);
/** Of the examples; a test puts a real one in its place. */
export const EXAMPLE_TOKEN = "q3Jt0cXy1vZ8bK2mW5nR7uL4sD6fG9hA0eP1iO3xYzQ";
const GIVEN_BACK = meaning("Quantity given back.", 0.0005);

/** A link by which a payer says where a refund goes. */
export const refundLinkRecord = z
  .object({
    refundLinkId: z.string().meta(LINK_ID),
    status: z
      .enum(REFUND_LINK_STATES)
      .meta(meaning("OPEN until it is USED by the payer, ENDED, or EXPIRED after 14 days.", "OPEN")),
    paymentId: z.string().meta(PAYMENT_ID),
    txId: z.string().meta(TX_ID),
    asset: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    madeBy: z.string().meta(meaning("Who made it, and so asks for the refund that comes of it.", "staff:Ada")),
    madeAt: time().meta(meaning("When it was made, epoch milliseconds.")),
    expiresAt: time().meta(meaning("Until when the payer may use it, epoch milliseconds.")),
    usedAt: time().optional().meta(meaning("When the payer gave the address, epoch milliseconds.")),
    address: z.string().optional().meta(meaning("The address that the payer gave.", IDS.address)),
    payoutId: z.string().optional().meta(meaning("The refund that came of it.", IDS.payout)),
    quantity: exact().optional().meta(GIVEN_BACK),
    endedAt: time().optional().meta(meaning("When it was ended, epoch milliseconds.")),
    endedBy: z.string().optional().meta(meaning("Who ended it.", "staff:Grace")),
    endedWhy: z
      .enum(["ENDED", "REPLACED", "NOTHING_LEFT"])
      .optional()
      .meta(
        meaning(
          "ENDED by hand; REPLACED by a newer link of the deposit; NOTHING_LEFT when the payer came and nothing could be given back.",
          "REPLACED",
        ),
      ),
  })
  .meta({ id: "RefundLink" });
export type RefundLinkRecord = z.output<typeof refundLinkRecord>;

export const makeRefundLinkEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/refund-links",
  scope: "payouts:request",
  summary: "Makes a link by which the payer of a deposit says where what can be given back of it goes.",
  description:
    "Send url to the payer: it is answered once, and only its digest is kept. It is used once, within 14 days. A new link of the deposit ends the one before. What the payer then gives asks for a payout of kind REFUND in your name, which is approved as any other.",
  body: z.object({ paymentId: id().meta(PAYMENT_ID), txId: id().meta(TX_ID) }),
  answer: z
    .object({
      refundLinkId: z.string().meta(LINK_ID),
      url: z
        .string()
        .optional()
        .meta(
          meaning(
            "What the payer opens; in the first answer alone, not when an idempotency key is answered again.",
            `http://localhost:3000/pay/refund#${EXAMPLE_TOKEN}`,
          ),
        ),
      expiresAt: time().meta(meaning("Until when it may be used, epoch milliseconds.")),
    })
    .meta({ id: "MadeRefundLink" }),
  refuses: ["NOT_FOUND", "INSUFFICIENT_FUNDS"],
});

export const listRefundLinksEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/refund-links",
  scope: "account:read",
  summary: "Answers the refund links of a payment, newest first.",
  query: z.object({ paymentId: id().meta(PAYMENT_ID) }),
  answer: listOf(refundLinkRecord).meta({ id: "RefundLinkList" }),
});

export const endRefundLinkEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/refund-links/[refundLinkId]/end",
  params: { refundLinkId: LINK_ID },
  scope: "payouts:request",
  summary: "Ends a refund link that is not used: it opens nothing any more.",
  answer: refundLinkRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

const open = { method: "POST", scope: "public" } as const;
const token = () => text(1, 128).meta(meaning("What stands behind # in the link.", EXAMPLE_TOKEN));
const address = () => text(1, 128).meta(meaning("Where the payer wants it.", IDS.address));
const refused = ["NOT_FOUND", "INSUFFICIENT_FUNDS", "RATE_LIMITED"] as const;

const offered = {
  asset: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
  networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
  network: z.enum(NETWORKS).meta(NETWORK),
  quantity: exact().meta(GIVEN_BACK),
};

const refundOffer = z
  .object({ ...offered, expiresAt: time().meta(meaning("Until when the link may be used, epoch milliseconds.")) })
  .meta({ id: "RefundOffer" });
export type RefundOffer = z.output<typeof refundOffer>;

export const openRefundEndpoint = endpoint({
  ...open,
  path: "/manage/v1/refunds/open",
  summary: "Answers the payer what would be given back by their link; it stays unused.",
  body: z.object({ token: token() }),
  answer: refundOffer,
  refuses: refused,
});

export const checkRefundEndpoint = endpoint({
  ...open,
  path: "/manage/v1/refunds/check",
  summary: "Answers the payer's address as it would be paid, for them to compare; the link stays unused.",
  body: z.object({ token: token(), address: address() }),
  answer: z
    .object({ address: z.string().meta(meaning("The address in its chain's usual form.", IDS.address)) })
    .meta({ id: "RefundAddress" }),
  refuses: refused,
});

export const giveRefundAddressEndpoint = endpoint({
  ...open,
  path: "/manage/v1/refunds/address",
  summary: "Takes the address to which the payer's deposit goes back, once; it cannot be changed.",
  description:
    "Uses the link up, reserves what can be given back now, and asks for a payout of kind REFUND to this address.",
  body: z.object({ token: token(), address: address() }),
  answer: z
    .object({
      ...offered,
      address: z.string().meta(meaning("Where it goes.", IDS.address)),
      paymentId: z.string().meta(PAYMENT_ID),
    })
    .meta({ id: "RefundAsked" }),
  refuses: refused,
});
