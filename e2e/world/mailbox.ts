import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A mail server of one's own that keeps every letter. */
export type Mailbox = {
  /** For SMTP_URL. */
  url: string;
  /** The letters to somebody so far, oldest first, as a reader sees them. */
  lettersTo(email: string): string[];
  /** The link of the last letter to somebody that has one, once more than `after` letters have come to them. */
  linkTo(email: string, after?: number): Promise<string>;
  close(): void;
};

const POLL_MS = 50;
const LINK = /https?:\/\/\S+#[\w-]{43}/;

export async function openMailbox(): Promise<Mailbox> {
  const letters: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    receive(socket, (letter) => letters.push(readable(letter)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const lettersTo = (email: string) => letters.filter((letter) => letter.includes(`To: ${email}\n`));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lettersTo,
    async linkTo(email, after = 0) {
      for (;;) {
        const link = lettersTo(email)
          .slice(after)
          .flatMap((letter) => LINK.exec(letter)?.[0] ?? [])
          .at(-1);
        if (link) return link;
        await sleep(POLL_MS);
      }
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Speaks just enough SMTP (RFC 5321). */
function receive(socket: Socket, keep: (letter: string) => void): void {
  let letter: string | undefined;
  socket.write("220 test\r\n");
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    if (letter !== undefined) {
      letter += chunk;
      if (!letter.endsWith("\r\n.\r\n")) return;
      keep(letter);
      letter = undefined;
      return void socket.write("250 taken\r\n");
    }
    const [verb = ""] = chunk.split(/[ \r]/, 1);
    if (verb !== "DATA") return void socket.write(verb === "QUIT" ? "221 bye\r\n" : "250 good\r\n");
    letter = "";
    socket.write("354 go on\r\n");
  });
}

/** Without the transfer's encoding (RFC 2045, section 6.7). */
const readable = (letter: string): string =>
  letter
    .replaceAll("\r\n", "\n")
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
