/** The English words of how the chains are followed. */
export const en = {
  title: "Chains",
  hint: "How far each chain has been read without a hole.",
  failed: "The state of the chains could not be loaded",
  none: { title: "No chain is followed yet", text: "The worker writes here what it has read. Is it running?" },
  columns: {
    network: "Chain",
    state: "State",
    complete: "Complete to block",
    standing: "Our block / tip",
    lag: "Lag",
    final: "Agreed / final",
    seen: "Last seen",
    commands: "Actions",
  },
  networks: { bitcoin: "Bitcoin", bitcoincash: "Bitcoin Cash", eth: "Ethereum", tron: "Tron" } as Record<
    string,
    string
  >,
  states: {
    OK: { word: "In step", todo: "" },
    FILLING: {
      word: "Filling a gap",
      todo: "Blocks below ours are being read; deposits in them appear as they are found.",
    },
    BEHIND: {
      word: "Behind",
      todo: "Deposits show later until it has caught up. Nothing is lost: every block will be read.",
    },
    FORKED: {
      word: "Forked",
      todo: "The node follows another branch than ours. Nothing of it is credited; compare its tip with an explorer.",
    },
    DISAGREED: {
      word: "Nodes disagree",
      todo: "The nodes tell different things of the same block. Nothing of it is final until they agree; find out which one is wrong.",
    },
    FAULTY: {
      word: "Not answering",
      todo: "It is asked again by itself. If it stays, look at the node and at the address in the configuration.",
    },
    WRONG_NETWORK: {
      word: "Wrong network",
      todo: "The node belongs to another network. Nothing is read from it; point the configuration at the right one.",
    },
    PAUSED: {
      word: "Paused",
      todo: "No block is taken and nothing is credited on this chain until somebody has compared it with other nodes and resumes it.",
    },
  },
  since: "since",
  never: "never",
  unknown: "–",
  blocks: (count: string) => (count === "1" ? "1 block" : `${count} blocks`),
  scanned: "Blocks read",
  upTo: (last: string) => `up to ${last}`,
  between: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
  missing: "Still to be read",
  noGaps: "none",
  fills: "Gaps fill by themselves, a few hundred blocks at each look; another node helps where one lacks the block.",
  cases: (count: number) => (count === 1 ? "1 case of the chains" : `${count} cases of the chains`),
  mayNot: (role: string) => `Your role (${role}) can view this, not resume or rescan.`,
  resume: {
    open: "Resume…",
    title: (network: string) => `Resume ${network}?`,
    summary:
      "The chain was reorganised deeper than its limit. Resuming follows the node's branch: deposits that are not in it are taken back, also after they were converted.",
    paused: "Why it was paused",
    note: "What you compared",
    noteHint: "For the audit record, such as the explorers whose tip agrees.",
    noteMissing: "Say what you compared.",
    keep: "Leave it paused",
    action: (network: string) => `Resume ${network}`,
    failed: "The chain was not resumed",
    done: (network: string) => `${network} is followed again`,
  },
  rescan: {
    open: "Read again…",
    title: (network: string) => `Read ${network} again?`,
    summary:
      "As after importing a key that was used before. Deposits known already stay as they are; blocks show as a gap until they are read.",
    from: "First block",
    fromHint: (height: string) => `Below the block ${height} that we stand at.`,
    fromFault: (height: string) => `Give a whole number from 0, below ${height}.`,
    note: "Why",
    noteMissing: "Say why.",
    action: (network: string) => `Read ${network} again`,
    failed: "The blocks are not read again",
    done: (network: string, from: string) => `${network} is read again from block ${from}`,
  },
};
