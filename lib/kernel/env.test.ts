import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkEnv } from "./env.ts";
import { needsStartTls } from "./env-tls.ts";

const LIVE = {
  MODE: "live",
  SECRETS_KEY: "f3b1c07a5d92e8466fa01b7cd3e95824",
  PUBLIC_URL: "https://pay.example.com",
  VENUES: "kraken",
  KRAKEN_API_KEY: "k",
  KRAKEN_API_SECRET: "s",
  BITCOIN_RPC_URL: "http://u:hidden-word@127.0.0.1:8332",
  BITCOINCASH_RPC_URL: "http://u:hidden-word@127.0.0.1:8432",
  ETH_RPC_URL: "http://127.0.0.1:8545, https://eth.example/hidden-word",
  TRON_RPC_URL: "http://127.0.0.1:8555/jsonrpc",
};
const WEAK_FILE = join(mkdtempSync(join(tmpdir(), "desk-env-")), "key");
writeFileSync(WEAK_FILE, `${"changeme".repeat(5)}\n`);
const faultsOf = (source: Record<string, string>) => checkEnv(source).faults;

describe("the environment", () => {
  it("needs nothing at all in the sandbox", () => {
    const { env, faults } = checkEnv({});
    expect(faults).toEqual([]);
    expect(env).toMatchObject({ mode: "sandbox", port: 3000, publicUrl: "http://localhost:3000", logLevel: "info" });
    expect(env.dataDir).toMatch(/\/\.data$/);
    expect(env.webhookAllowHosts).toEqual(["localhost", "127.0.0.1"]);
  });

  it.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])(
    "live on this machine: %s",
    (url) => {
      expect(faultsOf({ ...LIVE, PUBLIC_URL: url, TRUSTED_PROXIES: "10.0.0.0/8 fc00::/7 203.0.113.1" })).toEqual([]);
    },
  );

  it("listens at this machine's own address unless told otherwise", () => {
    expect(checkEnv({}).env.host).toBe("127.0.0.1");
    for (const host of ["0.0.0.0", "::", "localhost"]) expect(checkEnv({ HOST: host }).env.host).toBe(host);
  });

  it("takes the port into the default public address", () => {
    expect(checkEnv({ PORT: "4100" }).env.publicUrl).toBe("http://localhost:4100");
  });

  it.each([
    [{ PORT: "70000" }, /^PORT is "70000"/],
    [{ PORT: "3000x" }, /^PORT is "3000x"/],
    [{ MODE: "production" }, /^MODE is "production": give one of sandbox, live/],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL is "loud"/],
    [{ CHECK_ANSWERS: "yes" }, /^CHECK_ANSWERS is "yes"/],
    [{ DEMO: "none" }, /^DEMO is "none": give one of full, short/],
    [{ PUBLIC_URL: "pay.example.com" }, /^PUBLIC_URL is/],
    [{ PUBLIC_URL: "https://pay.example.com/base" }, /^PUBLIC_URL is/],
    [{ DATABASE_URL: "mysql://u:hidden-word@h/d" }, /^DATABASE_URL is no PostgreSQL address/],
    [{ DATABASE_OWNER_URL: "postgresql://h/d" }, /^DATABASE_OWNER_URL is set without DATABASE_URL/],
    [{ TRUSTED_PROXIES: "10.0.0.0/8, 10.0.0.0/40" }, /^TRUSTED_PROXIES holds "10.0.0.0\/40"/],
    [{ SECRETS_KEY: "short" }, /^SECRETS_KEY is too short/],
    [{ ...LIVE, SECRETS_KEY: "" }, /^SECRETS_KEY is not set/],
    [{ ...LIVE, SECRETS_KEY: "changeme".repeat(4) }, /^SECRETS_KEY repeats itself/],
    [{ ...LIVE, SECRETS_KEY: "a".repeat(32) }, /^SECRETS_KEY repeats itself/],
    [{ ...LIVE, SECRETS_KEY: "hidden-word our password, 32 characters" }, /^SECRETS_KEY holds a well-known word/],
    [{ ...LIVE, SECRETS_KEY: "", SECRETS_KEY_FILE: "/nowhere/key" }, /^SECRETS_KEY_FILE cannot be read/],
    [{ ...LIVE, SECRETS_KEY: "", SECRETS_KEY_FILE: WEAK_FILE }, /^SECRETS_KEY_FILE repeats itself/],
    [{ ...LIVE, SECRETS_KEY_FILE: WEAK_FILE }, /^SECRETS_KEY and SECRETS_KEY_FILE are both set/],
    [{ SECRETS_KEY_FILE: "/nowhere/key" }, /^SECRETS_KEY_FILE cannot be read/],
    [{ ...LIVE, PUBLIC_URL: "http://pay.example.com" }, /^PUBLIC_URL is plain http/],
    [{ ...LIVE, PUBLIC_URL: "http://localhost.example.com" }, /^PUBLIC_URL is plain http/],
    [{ ...LIVE, TRUSTED_PROXIES: "0.0.0.0/0" }, /^TRUSTED_PROXIES holds 0.0.0.0\/0/],
    [{ ...LIVE, TRUSTED_PROXIES: "10.0.0.0/8 128.0.0.0/1" }, /^TRUSTED_PROXIES holds 128.0.0.0\/1/],
    [{ ...LIVE, TRUSTED_PROXIES: "::/0" }, /^TRUSTED_PROXIES holds ::\/0/],
    [{ HOST: "0.0.0.0:80" }, /^HOST is "0.0.0.0:80"/],
    [{ METRICS_TOKEN: "hidden-word" }, /^METRICS_TOKEN is no token/],
    [{ ...LIVE, WEBHOOK_ALLOW_HOSTS: "localhost" }, /^WEBHOOK_ALLOW_HOSTS is set/],
    [{ ...LIVE, VENUES: "" }, /^VENUES is not set/],
    [{ ...LIVE, VENUES: "kraken kraken" }, /^VENUES names a venue twice/],
    [{ ...LIVE, VENUES: "kraken,mtgox" }, /^VENUES holds "mtgox"/],
    [{ ...LIVE, KRAKEN_API_SECRET: "" }, /^KRAKEN_API_SECRET is not set: VENUES names kraken/],
    [{ ...LIVE, KRAKEN_URL: "http://kraken.example" }, /^KRAKEN_URL is "http:\/\/kraken.example"/],
    [{ ...LIVE, BITCOIN_RPC_URL: "" }, /^BITCOIN_RPC_URL is not set: MODE=live needs a node/],
    [{ ...LIVE, ETH_RPC_URL: "ws://hidden-word" }, /^ETH_RPC_URL holds what is no http address/],
    [{ ...LIVE, TRON_RPC_URL: "http://hidden-word http://hidden-word" }, /^TRON_RPC_URL names an endpoint twice/],
    [{ ...LIVE, ETH_RPC_URL: "http://u:100%hidden-word@127.0.0.1" }, /^ETH_RPC_URL has a user or password .* as %25/],
    [{ ...LIVE, TRON_HTTP_URL: "http://127.0.0.1:1,http://127.0.0.1:2" }, /^TRON_HTTP_URL must name one address/],
    [{ ...LIVE, TRON_HTTP_URL: "http://hidden-word.example.com" }, /^TRON_HTTP_URL goes over plain http/],
    [{ ...LIVE, BITCOIN_RPC_URL: "http://hidden-word.example.com:8332" }, /^BITCOIN_RPC_URL goes over plain http/],
    [{ ...LIVE, ETH_RPC_URL: "http://127.0.0.1:8545 http://203.0.113.7/hidden-word" }, /^ETH_RPC_URL goes over plain/],
    [{ ...LIVE, DATABASE_URL: "postgresql://u:hidden-word@db.example.com/d" }, /^DATABASE_URL leads out/],
    [{ ...LIVE, DATABASE_URL: "postgresql://u:p@203.0.113.7/d?sslmode=prefer" }, /^DATABASE_URL leads out/],
    [{ VENUES: "kraken" }, /^VENUES is set: the sandbox/],
    [{ PRICE_CROSSES: "BCH/JPY=JPY:USDT" }, /^PRICE_CROSSES holds "BCH\/JPY=JPY:USDT"/],
    [{ ...LIVE, PRICE_CROSSES: "BCH/JPY=JPY" }, /^PRICE_CROSSES holds "BCH\/JPY=JPY"/],
    [{ PRICE_CROSSES: "BCH/JPY=USD" }, /^PRICE_CROSSES holds "BCH\/JPY=USD": the sandbox's market has no rates/],
    [{ ...LIVE, PRICE_SOURCES: "kraken,mtgox" }, /^PRICE_SOURCES holds "mtgox"/],
    [{ ...LIVE, PRICE_SOURCES: "kraken:0,coinbase" }, /^PRICE_SOURCES holds "kraken:0"/],
    [{ ...LIVE, PRICE_SOURCES: "kraken,coinbase,kraken:2" }, /^PRICE_SOURCES names a source twice/],
    [{ ...LIVE, PRICE_SOURCES: "kraken" }, /^PRICE_SOURCES names one source/],
    [{ ...LIVE, KRAKEN_PRICES_URL: "http://prices.example" }, /^KRAKEN_PRICES_URL is "http:\/\/prices.example"/],
  ])("refuses %o in one sentence that names the variable", (source, sentence) => {
    const faults = faultsOf(source);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(sentence);
    expect(faults[0]).not.toMatch(/\n|hidden-word/);
  });

  it("keeps venues in the order of preference, and crosses", () => {
    const more = { VENUES: "binance-convert, kraken", BINANCE_CONVERT_API_KEY: "b", BINANCE_CONVERT_API_SECRET: "c" };
    const { env, faults } = checkEnv({
      ...LIVE,
      ...more,
      KRAKEN_URL: "http://127.0.0.1:9/",
      PRICE_CROSSES: "BCH/JPY=USD:USDT",
    });
    expect(faults).toEqual([]);
    expect(env.venues).toEqual([
      { name: "binance-convert", key: "b", secret: "c", url: undefined },
      { name: "kraken", key: "k", secret: "s", url: "http://127.0.0.1:9" },
    ]);
    expect(env.crosses.filter(({ base, fiat }) => base === "BCH" && fiat === "JPY")).toEqual([
      { base: "BCH", fiat: "JPY", via: "USD", bridge: "USDT" },
    ]);
  });

  it("prices what exchanges do not trade over the dollar in live, and keeps sources with their weights", () => {
    const { env, faults } = checkEnv({ ...LIVE, PRICE_SOURCES: "kraken:2 coinbase", PRICE_CROSSES: "BCH/JPY=EUR" });
    expect(faults).toEqual([]);
    const written = env.crosses.map(({ base, fiat, via, bridge }) => `${base}/${fiat}=${via}${bridge ?? ""}`);
    expect(written).toEqual([
      "BCH/JPY=EUR",
      "BTC/CAD=USD",
      "BCH/CAD=USD",
      "USDT/CAD=USD",
      "USDT/JPY=USD",
      "USDC/CAD=USD",
      "USDC/JPY=USD",
    ]);
    expect(env.priceSources).toEqual([
      { name: "kraken", weight: 2, url: undefined },
      { name: "coinbase", weight: 1, url: undefined },
    ]);
    expect(checkEnv({}).env.crosses).toEqual([]);
  });

  it("tells a line for each variable that a named venue misses", () => {
    const { KRAKEN_API_KEY: _key, KRAKEN_API_SECRET: _secret, ...bare } = LIVE;
    expect(faultsOf({ ...bare, VENUES: "kraken,ccxt-bitstamp" }).map((line) => line.split(" ")[0])).toEqual([
      "KRAKEN_API_KEY",
      "KRAKEN_API_SECRET",
      "CCXT_BITSTAMP_API_KEY",
      "CCXT_BITSTAMP_API_SECRET",
    ]);
  });

  it("tells a line for each node that live misses, and keeps several endpoints in their order", () => {
    const { BITCOIN_RPC_URL: _bitcoin, TRON_RPC_URL: _tron, ...some } = LIVE;
    expect(faultsOf(some).map((line) => line.split(" ")[0])).toEqual(["BITCOIN_RPC_URL", "TRON_RPC_URL"]);
    expect(checkEnv(LIVE).env.nodes.eth).toEqual(["http://127.0.0.1:8545", "https://eth.example/hidden-word"]);
    expect(checkEnv({ ETH_RPC_URL: "http://127.0.0.1:8545" }).env.nodes.eth).toEqual([]);
  });

  it.each([
    "http://bitcoind:8332",
    "http://10.0.0.5:8332",
    "http://[fd00::5]:8332",
    "http://node.lan:8332",
    "https://node.example.com",
  ])("takes a node at %s: of one's own network, or with TLS", (url) => {
    expect(faultsOf({ ...LIVE, BITCOIN_RPC_URL: url })).toEqual([]);
  });

  it.each(["db/d", "10.0.0.9/d", "db.example.com/d?sslmode=verify-full", "/d?host=/var/run/postgresql"])(
    "takes a database at %s",
    (at) => {
      expect(faultsOf({ ...LIVE, DATABASE_URL: `postgresql://${at}` })).toEqual([]);
    },
  );

  it("asks in live whom letters are from that leave by a server of others", () => {
    const of = (more: Record<string, string>) => faultsOf({ ...LIVE, ...more });
    const SMTP_URL = "smtps://u:hidden-word@mail.example.com";
    expect(of({ SMTP_URL })).toEqual([
      "MAIL_FROM is not set: the server of SMTP_URL takes no letters from desk@localhost, so give an address of yours.",
    ]);
    expect(of({ SMTP_URL, MAIL_FROM: "desk@example.com" })).toEqual([]);
    // One's own relay may write another sender in its place.
    for (const own of ["smtp://localhost:25", "smtp://10.0.0.9"]) expect(of({ SMTP_URL: own })).toEqual([]);
    expect(checkEnv({ SMTP_URL }).faults).toEqual([]);
  });

  it("lets letters leave by TLS alone in live, but for one's own network", () => {
    const needs = (mode: "sandbox" | "live", host: string) => needsStartTls(mode, `smtp://u:p@${host}:587`);
    expect(["mail.example.com", "203.0.113.9", "postfix", "10.1.2.3"].map((host) => needs("live", host))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(needs("sandbox", "mail.example.com")).toBe(false);
  });

  it("tells every fault at once", () => {
    expect(faultsOf({ PORT: "0", MODE: "x", LOG_LEVEL: "y" })).toHaveLength(3);
  });
});
