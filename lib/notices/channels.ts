/** By which way people are told: letters, the bell of the desk, or an incoming webhook of Slack or of Microsoft Teams. */
export const CHANNELS = ["MAIL", "BELL", "SLACK", "TEAMS"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Whether a way leads to a person or a role; any other leads to an address. */
export const isToPeople = (channel: Channel): boolean => channel === "MAIL" || channel === "BELL";
