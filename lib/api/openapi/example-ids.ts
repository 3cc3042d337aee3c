/** The identifiers of the examples, each of one object only, so that a test can put real ones in their place. */
export const EXAMPLE_IDS = {
  payment: "01a1fc3e-8d2a-7c41-9b7e-5d0a6c1f2e34",
  invoice: "01a1fc4b-17e0-7a52-8c6d-2f9b3e4d5a10",
  quote: "01a1fc4b-52c9-7f03-a1d8-7b6c5e4f3d21",
  deposit: "01a1fc40-6b1f-7e88-b2a4-91c0d3e5f672",
  key: "ak_5f0c2a9d7e4b1836c9d0e2f1",
  endpoint: "01a1fc52-0d47-7bb6-9e31-c4a8f7d6e509",
  delivery: "01a1fc53-94a2-7d15-8f60-3b2e1c0d9a87",
  event: "01a1fc53-90be-72c4-a7f9-60e5d4c3b2a1",
  payout: "01a1fc60-2e8c-74d9-8b03-f1e2d3c4b5a6",
  transaction: "01a1fc41-33d7-7c0e-9a52-08b7c6d5e4f3",
  user: "01a1fb00-5a6b-7c8d-9e0f-1a2b3c4d5e6f",
  request: "01a1fc3e-8d1b-7000-8a9b-4c5d6e7f8091",
  address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  txHash: "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
} as const;
