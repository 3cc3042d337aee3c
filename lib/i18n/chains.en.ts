/** The English words of how the chains are followed. */
export const en = {
  title: "Chains",
  hint: "How far each chain has been read without gaps.",
  failed: "The state of the chains could not be loaded",
  none: { title: "No chain is followed yet", text: "The worker reports its progress here. Check that it is running." },
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
    OK: { word: "Synced", todo: "" },
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
      todo: "The node follows a different branch. Nothing of it is credited; compare its tip with an explorer. Where the node is right and its branch stays the shorter one, resume the chain.",
    },
    DISAGREED: {
      word: "Nodes disagree",
      todo: "The nodes report different blocks, or different contents of one. Nothing of it is credited or taken back until they agree; find the faulty one.",
    },
    FAULTY: {
      word: "Not responding",
      todo: "Retried automatically. If it persists, check the node and its URL in the configuration.",
    },
    WRONG_NETWORK: {
      word: "Wrong network",
      todo: "The node belongs to another network. Nothing is read from it; correct the configuration.",
    },
    PAUSED: {
      word: "Paused",
      todo: "No block is read and nothing is credited on this chain until it is compared with other nodes and resumed.",
    },
  },
  message: "Message of the node:",
  since: "since",
  never: "never",
  unknown: "–",
  blocks: (count: string) => (count === "1" ? "1 block" : `${count} blocks`),
  scanned: "Blocks read",
  upTo: (last: string) => `up to ${last}`,
  between: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
  missing: "Still to be read",
  noGaps: "none",
  fills: "Gaps fill automatically, a few hundred blocks per poll; another node helps where one lacks the block.",
  cases: (count: number) => (count === 1 ? "1 case of the chains" : `${count} cases of the chains`),
  mayNot: (role: string) => `Your role (${role}) can view this, not resume or rescan.`,
  resume: {
    open: "Resume…",
    title: (network: string) => `Resume ${network}?`,
    summary:
      "The chain was reorganised deeper than its limit, or the node's branch is shorter than what was read. Resuming follows that branch: deposits that are not in it are reversed, even if they were converted.",
    paused: "Why it has stopped",
    note: "What you compared",
    noteHint: "For the audit log, such as the explorers whose tip agrees.",
    noteMissing: "Enter what you compared.",
    keep: "Leave it as it is",
    action: (network: string) => `Resume ${network}`,
    failed: "The chain was not resumed",
    done: (network: string) => `${network} is followed again`,
  },
  rescan: {
    open: "Rescan…",
    title: (network: string) => `Rescan ${network}?`,
    summary:
      "For a key that was used before. Known deposits stay as they are; the blocks show as a gap until they are read.",
    from: "First block",
    fromHint: (height: string) => `Below the current block ${height}.`,
    fromFault: (height: string) => `Enter a whole number from 0, below ${height}.`,
    note: "Reason",
    noteMissing: "Enter a reason.",
    action: (network: string) => `Rescan ${network}`,
    failed: "The rescan was not started",
    done: (network: string, from: string) => `Rescanning ${network} from block ${from}`,
  },
};
