/** What this process is wanted for, once it is: until then it has read its modules, and waits. */
export async function wanted<Words>(): Promise<Words> {
  const words = await new Promise<{ statement: number }>((take) => process.once("message", take));
  process.disconnect();
  (process as NodeJS.EventEmitter).emit("wanted", words.statement);
  return words as Words;
}
