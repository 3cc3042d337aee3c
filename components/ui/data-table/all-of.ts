/**
 * How many there are where so many are shown. A list and its count are renewed at times of their own, and a row that is no
 * longer found stays where it stands until the page is asked for anew: there are never fewer than are shown.
 */
export const allOf = (shown: number, counted: number): number => Math.max(shown, counted);
