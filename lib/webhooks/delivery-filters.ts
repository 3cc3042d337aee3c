import { choices, exactText, type FilterOf } from "#lib/contract/filters.ts";
import { DELIVERY_ID, meaning, OBJECT_ID } from "#lib/contract/meanings.ts";
import { DELIVERY_STATES } from "./delivery-states.ts";

/** The filters of an endpoint's deliveries. */
export const DELIVERY_FILTERS = {
  status: choices(DELIVERY_STATES, meaning("State.")),
  type: exactText(64, meaning("Kind of event.", "payment.created")),
  objectId: exactText(128, OBJECT_ID),
  deliveryId: exactText(128, DELIVERY_ID),
};
export type DeliveryFilter = FilterOf<typeof DELIVERY_FILTERS>;
