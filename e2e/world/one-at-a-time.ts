import { afterEach } from "vitest";

/**
 * A connection answers one statement after the other. Our code awaits each; Prisma asks at once for two relations of what it
 * reads, which pg warns of, once in a process, and will refuse from version 9 on.
 */
const warnings: Error[] = [];
process.on("warning", (warning) => {
  if (warning.message.includes("client.query()")) warnings.push(warning);
});

afterEach(() => {
  const [warning] = warnings.splice(0);
  if (warning) throw warning;
});
