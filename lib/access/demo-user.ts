/** The sandbox's published sign-in, made by the seed; live has no such user. */
export const DEMO_USER = { email: "demo@example.com", password: "demo-sandbox" } as const;
