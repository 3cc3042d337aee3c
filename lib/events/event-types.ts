/** Event types of rulebook 9.4. */
export const EVENT_TYPES = [
  "payment.created",
  "payment.detected",
  "payment.deposit.confirmed",
  "payment.deposit.converted",
  "payment.deposit.credited",
  "payment.deposit.held",
  "payment.deposit.released",
  "payment.deposit.declined",
  "payment.deposit.dropped",
  "payment.deposit.reversed",
  "payment.completed",
  "payment.underpaid",
  "payment.expired",
  "payment.reopened",
  "conversion.created",
  "conversion.quoted",
  "conversion.executing",
  "conversion.executed",
  "conversion.cancelled",
  "conversion.failed",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
