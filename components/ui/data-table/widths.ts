/** What a column that takes the rest is never less than: before that, the table scrolls sideways. */
export const REST_MIN = 180;
export const LEAST_WIDTH = 56;
export const MOST_WIDTH = 640;
/** How much one press of a button widens or narrows. */
export const WIDTH_STEP = 16;
/** The width from which a column that takes the rest is first widened or narrowed. */
export const REST_FROM = 240;

/** A dragged, stepped or stored width, rounded and kept within the bounds. */
export const boundedWidth = (width: number): number => Math.min(Math.max(Math.round(width), LEAST_WIDTH), MOST_WIDTH);
