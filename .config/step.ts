import { spawn } from "node:child_process";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");

export type Result = { name: string; code: number; output: string; seconds: number };

/** Runs a tool on our own Node and keeps what it prints; `show` passes it on as it comes. */
export async function step(
  name: string,
  args: readonly string[],
  options: { env?: Record<string, string>; show?: boolean } = {},
): Promise<Result> {
  const startedAt = performance.now();
  const path = `${join(ROOT, "node_modules/.bin")}${process.platform === "win32" ? ";" : ":"}${process.env["PATH"] ?? ""}`;
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, PATH: path, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  for (const [stream, sink] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (options.show) sink.write(chunk);
    });
  }
  const code = await new Promise<number>((done, fail) =>
    child.once("error", fail).once("close", (ended) => done(ended ?? 1)),
  );
  return {
    name,
    code,
    output: Buffer.concat(chunks).toString("utf8"),
    seconds: (performance.now() - startedAt) / 1000,
  };
}
