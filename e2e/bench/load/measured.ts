import { type Program, type ProgramOptions, startProgram } from "#e2e/world/program.ts";

/**
 * The program as its users run it: a durable server of its own, and no answer held against its contract a second time, as
 * the tests' programs do it.
 */
export function startMeasured({ env, ...options }: ProgramOptions = {}): Promise<Program> {
  return startProgram({ embedded: true, ...options, env: { CHECK_ANSWERS: "off", ...env } });
}
