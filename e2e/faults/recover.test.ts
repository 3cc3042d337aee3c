import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cutPower } from "#e2e/world/power-cut.ts";
import { type Program, startProgram } from "#e2e/world/program.ts";
import { pspClient } from "#e2e/world/psp.ts";

describe("the program and its own database", () => {
  let program: Program;
  let paymentId: unknown;

  beforeAll(async () => {
    program = await startProgram({ embedded: true, args: ["--only=api"] });
    const body = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "acme-42" };
    const made = await call({ method: "POST", target: "/payment/v1/requestPaymentAddress", body });
    paymentId = made?.body["paymentId"];
  });
  afterAll(async () => {
    await program?.stop();
  });

  it("a database that outlived its launcher is adopted, not started beside itself", async () => {
    const postmaster = postmasterPid();
    await program.kill9();
    expect(isAlive(postmaster)).toBe(true);
    await program.restart();
    expect(postmasterPid()).toBe(postmaster);
    expect((await payment())?.status).toBe(200);
  });

  it("a database that was killed with everything else is started anew and has it all", async () => {
    const postmaster = postmasterPid();
    await cutPower(program);
    for (let tries = 0; tries < 50 && isAlive(postmaster); tries += 1) await sleep(20);
    await program.restart();
    expect(postmasterPid()).not.toBe(postmaster);
    expect((await payment())?.status).toBe(200);
  });

  const call = (request: Parameters<ReturnType<typeof pspClient>>[0]) => pspClient(program.url, program.demo)(request);
  const payment = () => call({ method: "GET", target: `/payment/v1/payment?paymentId=${paymentId}` });

  function postmasterPid(): number {
    const home = realpathSync(join(program.dataDir, "postgres"));
    return Number(readFileSync(join(home, "data/postmaster.pid"), "utf8").split("\n")[0]);
  }
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
