import { type Call, pspClient } from "#e2e/world/psp.ts";
import type { Scene } from "./scene.ts";

/** What an action has answered so far, by its name. */
export type Answers = Map<string, { status: number; body: Record<string, unknown> }>;
export type Reply = { status: number; text: string; body: Record<string, unknown> } | undefined;
type Command = { name: string; send(answers: Answers): Promise<Reply> };

const BILL = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "crash", reference: "made" };
const RETAINED = 0.00199;
const MOVES = "/house/v1/moves";
const CAPITAL_BACK = { kind: "CAPITAL_OUT", from: "bank:main", asset: "EUR", quantity: 5, note: "to the owner" };

/** Every action of a client in its order, each under an idempotency key of its own, against whichever process is up. */
export function commandsOf(scene: Scene, url: string): Command[] {
  const own = pspClient(url, scene.key);
  const duo = pspClient(url, scene.duo);
  const post = (name: string, target: string, body: unknown | ((answers: Answers) => unknown), by = own): Command => ({
    name,
    send: (answers) => {
      const filled: unknown = typeof body === "function" ? body(answers) : body;
      return by({ method: "POST", target, body: filled, idempotencyKey: name });
    },
  });
  const staff = (name: string, cookie: string, path: (answers: Answers) => string, body: object): Command => ({
    name,
    send: (answers) => asStaff(url, path(answers), cookie, name, body),
  });
  const items = [{ paymentId: scene.toConvert }];
  const invoice = (answers: Answers) => ({ invoiceId: answers.get("invoice")?.body["invoiceId"] });
  const cancel: Call = {
    method: "DELETE",
    target: "/payment/v1/conversion",
    body: { invoiceId: scene.toCancel },
    idempotencyKey: "cancel",
  };
  return [
    post("bill", "/payment/v1/requestPaymentAddress", BILL),
    post("payout", "/manage/v1/payouts", { asset: "EUR", quantity: 10, reference: "wire" }),
    post("crypto", "/manage/v1/payouts", {
      asset: "BTC",
      quantity: 0.001,
      paymentId: scene.retained,
      reference: "chain",
    }),
    post("invoice", "/payment/v1/conversion", { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: RETAINED, items }),
    post("quote", "/payment/v1/conversion/quote", invoice),
    post("execute", "/payment/v1/conversion/execute", invoice),
    { name: "cancel", send: () => own(cancel) },
    staff("release", scene.treasurer, () => `/manage/v1/deposits/${scene.toRelease}/release`, { note: "known" }),
    staff("decline", scene.treasurer, () => `/manage/v1/deposits/${scene.toDecline}/decline`, { note: "unknown" }),
    post("ask", "/manage/v1/payouts", { asset: "EUR", quantity: 20, reference: "two" }, duo),
    staff("move", scene.mover, () => MOVES, { ...CAPITAL_BACK, destinationId: scene.owner }),
    staff("give up", scene.mover, () => `${MOVES}/${scene.toGiveUp}/cancel`, { note: "asked twice" }),
    post("bank", "/sandbox/v1/bank", { currency: "EUR", amount: 250, reference: scene.expected }),
    ...["payout", "crypto", "ask", "move"].map((name) => staff(`approve ${name}`, scene.decider, approval(name), {})),
  ];
}

const approval = (name: string) => (answers: Answers) =>
  `/house/v1/approvals/${String(answers.get(name)?.body["approvalId"])}/approve`;

/** What the browser of somebody signed in sends. */
async function asStaff(url: string, path: string, cookie: string, name: string, body: object): Promise<Reply> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { cookie, origin: url, "content-type": "application/json", "idempotency-key": name },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}
