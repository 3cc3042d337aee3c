/** Days a call is kept; the program forgets older ones by itself. */
export const KEPT_DAYS = 14;
