/** What a measurement must bring: without it the process ends with 1, whatever else it still measures. */
export function demand(isMet: boolean): void {
  if (!isMet) process.exitCode = 1;
}
