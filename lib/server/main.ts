import { once } from "node:events";
import { parseArgs } from "node:util";
import { closeApp, openInTurn } from "#lib/services.ts";
import { writeRequests } from "#lib/log/request-log.ts";
import { readEnv } from "#lib/kernel/env.ts";
import { sessionSecret } from "#lib/people/session.ts";
import { codeOf } from "#lib/kernel/setup-fault.ts";
import { closeStreams } from "#lib/events/stream.ts";
import { deriveApart } from "#lib/wallets/derive-apart.ts";
import { builtPages } from "./build.ts";
import { frontServer } from "./front-server.ts";
import { loadRoutes } from "./routes.ts";

/** Requests under way get this long to end when the process receives a stop signal. */
const GRACE_MS = 4_000;

const { values } = parseArgs({ options: { dev: { type: "boolean", default: false }, only: { type: "string" } } });
const env = readEnv(process.env);
const routes = await loadRoutes();
const app = await openInTurn(env);
deriveApart(app);
process.env["NEXTAUTH_URL"] = env.publicUrl;
process.env["NEXTAUTH_SECRET"] = sessionSecret(app.secrets);

const front = frontServer(app, routes, { dev: values.dev });
front.server.once("error", (error) => {
  const why =
    codeOf(error) === "EADDRINUSE"
      ? `PORT ${env.port} is in use by another program: stop that one, or choose another, for example PORT=3001.`
      : `The server cannot listen: ${error.message}`;
  process.stderr.write(`${why}\n`);
  process.exit(1);
});
let stopping = false;
// A signal to the whole group comes twice, from outside and from the launcher: the second must not break off the first.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void (stopping || stop()));
front.server.listen(env.port, env.host);
if (values.only !== "api") {
  front.awaitPages();
  if (!values.dev) await builtPages();
  const { openPages } = await import("./pages.ts");
  front.setPages(await openPages(front.server, env, values.dev));
}

async function stop(): Promise<void> {
  stopping = true;
  const grace = setTimeout(() => front.server.closeAllConnections(), GRACE_MS);
  closeStreams(app);
  const closed = once(front.server, "close");
  front.leave();
  await closed;
  clearTimeout(grace);
  await writeRequests(app);
  await closeApp();
  process.exit(0);
}
