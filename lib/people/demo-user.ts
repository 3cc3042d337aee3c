/** The sandbox's published sign-in, made by the seed; live has no such user. */
export const DEMO_USER = { email: "demo@example.com", password: "demo-sandbox" } as const;

/** The account that a sandbox's start fills. */
export const DEMO_ACCOUNT = "demo";

/** The name of the key that a sandbox's start makes and prints. */
export const SEED_KEY_NAME = "sandbox seed";
