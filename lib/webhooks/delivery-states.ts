/** How far the delivery of an event to an endpoint has come. */
export const DELIVERY_STATES = ["PENDING", "DELIVERED", "FAILED"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
