/** People by their name alone, all others as the record names them. */
export const whoOf = (actor: string): string => actor.replace(/^staff:/, "");
