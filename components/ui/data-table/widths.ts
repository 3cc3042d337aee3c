/** What a column that takes the rest is never less than: before that, the table scrolls sideways. */
export const REST_MIN = 180;
export const LEAST_WIDTH = 56;
export const MOST_WIDTH = 640;
/** How much one press of a button widens or narrows. */
export const WIDTH_STEP = 16;
/** What a column that takes the rest counts from when somebody first widens or narrows it. */
export const REST_FROM = 240;

/** A width somebody may have meant. */
export const boundedWidth = (width: number): number => Math.min(Math.max(Math.round(width), LEAST_WIDTH), MOST_WIDTH);
