/** Days a call is kept; the program forgets older ones by itself. */
export const RETENTION_DAYS = 14;
