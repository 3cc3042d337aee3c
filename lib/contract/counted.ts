/** Filters are counted up to here: of what finds more, one more is counted. */
export const MOST_COUNTED = 999;
