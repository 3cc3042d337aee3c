/** The mode that this process runs in; the launcher has refused any other word. */
export const mode = (): "sandbox" | "live" => (process.env["MODE"] === "live" ? "live" : "sandbox");
