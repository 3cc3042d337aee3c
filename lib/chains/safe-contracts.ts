/** Versions of Safe whose batches are prepared here. */
export const SAFE_VERSIONS = ["1.3.0", "1.4.1"] as const;
export type SafeVersion = (typeof SAFE_VERSIONS)[number];

/**
 * The contracts of Safe on Ethereum's main net, as its project lists them (safe-deployments): what a Safe runs, the same for
 * networks that want each step logged, and by which of its helpers its wallet puts several calls into one. Accounts in hex
 * without 0x; `proxy` is the Keccak hash of a Safe's own code, which does nothing but call what it runs.
 */
export const SAFE_CONTRACTS: Readonly<
  Record<SafeVersion, { runs: readonly string[]; multiSend: string; proxy: string }>
> = {
  "1.3.0": {
    runs: [
      "d9db270c1b5e3bd161e8c8503c55ceabee709552",
      "3e5c63644e683549055b9be8653de26e0b4cd36e",
      "69f4d1788e39c87893c980c06edf4b7f686e2938",
      "fb1bffc9d739b8d520daf37df666da4c687191ea",
    ],
    multiSend: "40a2accbd92bca938b02010e17a5b8929b49130d",
    proxy: "b89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000",
  },
  "1.4.1": {
    runs: ["41675c099f32341bf84bfc5382af534df5c7461a", "29fcb43b46531bca003ddc8fcb67ffe91900c762"],
    multiSend: "9641d764fc13c8b624c04430c7356c1c7c8102e2",
    proxy: "d7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c",
  },
};
