/** What a conversion is, as it goes. */
export const CONVERSION_STATUSES = ["CREATED", "QUOTED", "EXECUTING", "EXECUTED", "CANCELLED", "FAILED"] as const;
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];
