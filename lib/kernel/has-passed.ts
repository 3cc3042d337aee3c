/**
 * Whether so much time has passed since a moment of the machine's clock. Where that has been put back the moment lies ahead, and
 * by as much as it was put back nothing would come due: then it has passed as well.
 */
export const hasPassed = (ms: number, since: number): boolean => Math.abs(Date.now() - since) >= ms;
