import { createTransport } from "nodemailer";

/** A message to one person or more, in plain text. */
export interface MailMessage {
  readonly to: string | readonly string[];
  /** One line. */
  readonly subject: string;
  readonly text: string;
}

/** Sends e-mail. */
export interface Mailer {
  /** Resolves when the mail server has taken the message. @throws Error when it does not */
  readonly send: (message: MailMessage) => Promise<void>;
  readonly close: () => void;
}

/** Where e-mail goes out. */
export interface MailerOptions {
  /** As in `smtps://user:password@mail.example.com`; `smtp://` begins without TLS and goes over to it where the server can. */
  readonly smtpUrl: string;
  /** The sender, as in `Plugboard <docs@example.com>`. */
  readonly from: string;
}

const connectTimeoutMilliseconds = 10_000;
const idleTimeoutMilliseconds = 30_000;

/** Makes a mailer that connects to a mail server when there is something to send. */
export function createMailer({ smtpUrl, from }: MailerOptions): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: connectTimeoutMilliseconds,
      greetingTimeout: connectTimeoutMilliseconds,
      socketTimeout: idleTimeoutMilliseconds,
      // What a message says is text of ours, which must not make the server read its files or ask other servers.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    send: async ({ to, subject, text }) => {
      await transport.sendMail({ to: [to].flat(), subject, text });
    },
    close: () => transport.close(),
  };
}
