import { expect, expectTypeOf, test } from "vitest";
import { EVENT_TYPES } from "#lib/events/event-types.ts";
import type { DeskEvent, EventType, PayoutEventData, RefundEventData, SettlementEventData } from "./operations.ts";

test("each type of event has its data's own type", () => {
  expectTypeOf<DeskEvent["type"]>().toEqualTypeOf<EventType>();
  expectTypeOf<Extract<DeskEvent, { data: PayoutEventData }>["type"]>().toExtend<`payout.${string}`>();
  expectTypeOf<Extract<DeskEvent, { data: RefundEventData }>["type"]>().toExtend<`refund.${string}`>();
  expectTypeOf<Extract<DeskEvent, { data: SettlementEventData }>["type"]>().toExtend<`settlement.${string}`>();
  const known: EventType[] = [...EVENT_TYPES, "webhook.test"];
  expect(new Set(known).size).toBe(known.length);
});
