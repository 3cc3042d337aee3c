import { describe, expect, it } from "vitest";
import { checkEnv } from "./env.ts";

const faultsOf = (source: Record<string, string>) => checkEnv(source).faults;

describe("the environment", () => {
  it("needs nothing at all in the sandbox", () => {
    const { env, faults } = checkEnv({});
    expect(faults).toEqual([]);
    expect(env).toMatchObject({ mode: "sandbox", port: 3000, publicUrl: "http://localhost:3000", logLevel: "info" });
    expect(env.dataDir).toMatch(/\/\.data$/);
    expect(env.webhookAllowHosts).toEqual(["localhost", "127.0.0.1"]);
  });

  it("takes the port into the default public address", () => {
    expect(checkEnv({ PORT: "4100" }).env.publicUrl).toBe("http://localhost:4100");
  });

  it.each([
    [{ PORT: "70000" }, /^PORT is "70000"/],
    [{ PORT: "3000x" }, /^PORT is "3000x"/],
    [{ MODE: "production" }, /^MODE is "production": give one of sandbox, live/],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL is "loud"/],
    [{ PUBLIC_URL: "pay.example.com" }, /^PUBLIC_URL is/],
    [{ PUBLIC_URL: "https://pay.example.com/base" }, /^PUBLIC_URL is/],
    [{ DATABASE_URL: "mysql://u:hidden-word@h/d" }, /^DATABASE_URL is no PostgreSQL address/],
    [{ DATABASE_OWNER_URL: "postgresql://h/d" }, /^DATABASE_OWNER_URL is set without DATABASE_URL/],
    [{ TRUSTED_PROXIES: "10.0.0.0/8, 10.0.0.0/40" }, /^TRUSTED_PROXIES holds "10.0.0.0\/40"/],
    [{ SECRETS_KEY: "short" }, /^SECRETS_KEY is too short/],
    [{ MODE: "live" }, /^SECRETS_KEY is not set/],
    [{ MODE: "live", SECRETS_KEY: "k".repeat(32), WEBHOOK_ALLOW_HOSTS: "localhost" }, /^WEBHOOK_ALLOW_HOSTS is set/],
  ])("refuses %o in one sentence that names the variable", (source, sentence) => {
    const faults = faultsOf(source);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(sentence);
    expect(faults[0]).not.toMatch(/\n|hidden-word/);
  });

  it("tells every fault at once", () => {
    expect(faultsOf({ PORT: "0", MODE: "x", LOG_LEVEL: "y" })).toHaveLength(3);
  });
});
