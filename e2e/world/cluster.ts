import { closeTestCluster, testCluster } from "./database.ts";

/** Keeps the test server up from the first file to the last. */
export async function setup(): Promise<void> {
  await testCluster();
}

export async function teardown(): Promise<void> {
  await closeTestCluster();
}
