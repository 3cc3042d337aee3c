import type { IncomingMessage, Server, ServerResponse } from "node:http";
import next from "next";
import type { Env } from "#lib/kernel/env.ts";
import { ROOT } from "./build.ts";
import { openBuiltFiles } from "./built-files.ts";

export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Next behind our server: it serves every path that is not ours. */
export async function openPages(httpServer: Server, env: Env, dev: boolean): Promise<Pages> {
  const app = next({ dev, dir: ROOT, httpServer, hostname: "localhost", port: env.port, quiet: !dev });
  await app.prepare();
  const pages = app.getRequestHandler();
  if (dev) {
    httpServer.on("upgrade", app.getUpgradeHandler());
    return pages;
  }
  const isFile = openBuiltFiles(ROOT);
  return async (request, response) => {
    if (!isFile(request, response)) await pages(request, response);
  };
}
