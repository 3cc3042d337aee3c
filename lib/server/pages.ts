import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import next from "next";
import type { Env } from "#lib/kernel/env.ts";

export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Next behind our server: it serves every path that is not ours, and in development all of them. */
export async function openPages(httpServer: Server, env: Env, dev: boolean): Promise<Pages> {
  const app = next({
    dev,
    dir: fileURLToPath(new URL("../..", import.meta.url)),
    httpServer,
    hostname: "localhost",
    port: env.port,
    quiet: !dev,
  });
  await app.prepare();
  if (dev) httpServer.on("upgrade", app.getUpgradeHandler());
  return app.getRequestHandler();
}
