import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "#lib/postgres/free-port.ts";

/** A real OpenID provider beside the program. */
export type OpenIdProvider = { env: Record<string, string>; close(): Promise<void> };

/** Starts the provider for the desk at this address; `env` is what the program needs to know of it. */
export async function openProvider(desk: string, roles: string): Promise<OpenIdProvider> {
  const port = await freePort();
  const file = join(import.meta.dirname, "oidc-server.mjs");
  const child: ChildProcess = spawn(process.execPath, [file, String(port), desk], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (child.stdout) await Promise.race([once(child.stdout, "data"), once(child, "exit").then(failed)]);
  return {
    env: {
      OIDC_ISSUER: `http://localhost:${port}`,
      OIDC_CLIENT_ID: "desk",
      OIDC_CLIENT_SECRET: "desk-secret",
      OIDC_NAME: "Example Login",
      OIDC_ROLES: roles,
    },
    async close() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    },
  };
}

function failed(): never {
  throw new Error("the OpenID provider did not start");
}
