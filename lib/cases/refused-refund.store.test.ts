import { afterAll, beforeAll, expect, test } from "vitest";
import { code, personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { giveRefundAddress } from "#lib/approvals/give-refund-address.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { makeRefundLink } from "#lib/payouts/make-refund-link.ts";
import { listAddress } from "#lib/screening/listed.fixture.ts";
import { getCase } from "./get-case.ts";
import { listCases } from "./list-cases.ts";

const [LISTED, OTHER] = ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"];
let world: World;
let hugo: Ctx;
let anna: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  [hugo, anna] = [await personOfHouse(world, "Hugo"), await personIn(world, "Anna")];
  await world.price("BTC", "EUR", "60000");
  await listAddress(world.ctx, LISTED);
});
afterAll(() => world.close());

test("a sanctioned address that a payer gives for a refund is refused, and a case of the house's", async () => {
  const { paymentId } = await world.retained("0.001");
  const txId = (await world.payment(paymentId)).deposits[0]?.txId ?? "";
  const { url = "", refundLinkId } = await makeRefundLink(anna, { paymentId, txId });
  const payer = contextFor(world.app, { actor: { kind: "public" }, requestId: "test", clientAddress: "203.0.113.9" });
  const give = (address: string) => giveRefundAddress(payer, { token: url.split("#")[1] ?? "", address });
  for (const _ of [1, 2]) await expect(give(LISTED)).rejects.toEqual(code("VALIDATION_FAILED"));
  const { data } = await listCases(hugo, { kind: "SANCTIONED" });
  expect(data).toMatchObject([
    {
      account: "acme",
      paymentId,
      txId,
      causeFacts: { to: LISTED },
      cause: expect.stringMatching(/wanted it refunded to bc1qar0/),
    },
  ]);
  expect((await listCases(anna, { kind: "SANCTIONED" })).data).toEqual([]);
  await give(OTHER);
  const caseId = `sanctioned-${refundLinkId}`;
  expect(await getCase(hugo, { caseId })).toMatchObject({ caseId, state: "OPEN" });
});
