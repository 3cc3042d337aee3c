import { describe, expect, test } from "vitest";
import { newWebhookSecret, webhookSignature } from "./signature.ts";

/** The vector of the Standard Webhooks reference libraries. */
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const MESSAGE = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

describe("the signature of a webhook", () => {
  test("is that of Standard Webhooks", () => {
    expect(webhookSignature([SECRET], MESSAGE)).toBe(SIGNATURE);
  });

  test("changes with every part", () => {
    const others = [
      webhookSignature([SECRET], { ...MESSAGE, id: "msg_other" }),
      webhookSignature([SECRET], { ...MESSAGE, timestamp: MESSAGE.timestamp + 1 }),
      webhookSignature([SECRET], { ...MESSAGE, body: '{"test":2432232314}' }),
      webhookSignature([newWebhookSecret()], MESSAGE),
    ];
    expect(new Set([...others, SIGNATURE]).size).toBe(5);
  });

  test("stands once for each secret while they rotate", () => {
    const next = newWebhookSecret();
    expect(webhookSignature([next, SECRET], MESSAGE).split(" ")).toEqual([
      webhookSignature([next], MESSAGE),
      SIGNATURE,
    ]);
  });

  test("has secrets of 192 random bits", () => {
    expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(newWebhookSecret()).not.toBe(newWebhookSecret());
  });
});
