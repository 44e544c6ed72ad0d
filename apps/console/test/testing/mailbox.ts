import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { waitFor } from "./wait-for.ts";

/** A mail server that stores all messages. */
export interface Mailbox {
  readonly url: string;
  /** Waits for an address's next mail, removes it and returns its link. */
  readonly takeLink: (to: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Starts a local mail server. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: { readonly to: readonly string[]; readonly content: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address);
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push({ to, content: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    takeLink: (to) =>
      waitFor(`a mail to ${to}`, () => {
        const index = mails.findIndex((mail) => mail.to.includes(to));
        const content = index < 0 ? "" : (mails.splice(index, 1)[0]?.content ?? "");
        // Undoes quoted-printable encoding (RFC 2045, section 6.7).
        const plain = content.replaceAll("=\r\n", "").replaceAll("=3D", "=");
        return /^http\S+$/m.exec(plain)?.[0];
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
