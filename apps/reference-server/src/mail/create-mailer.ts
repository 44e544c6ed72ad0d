import { createTransport } from "nodemailer";

/** A plain-text message to one or more people. */
export interface MailMessage {
  readonly to: string | readonly string[];
  /** One line. */
  readonly subject: string;
  readonly text: string;
}

/** Sends email. */
export interface Mailer {
  /** Resolves when the mail server has accepted the message. Rejects otherwise. */
  readonly send: (message: MailMessage) => Promise<void>;
  readonly close: () => void;
}

/** Options for outgoing email. */
export interface MailerOptions {
  /**
   * Such as `smtps://user:password@mail.example.com`. `smtp://` starts without TLS and upgrades if the server
   * supports it.
   */
  readonly smtpUrl: string;
  /** The sender, such as `Plugboard <docs@example.com>`. */
  readonly from: string;
}

const connectTimeoutMilliseconds = 10_000;
const idleTimeoutMilliseconds = 30_000;

/** Creates a mailer that connects when there is a message to send. */
export function createMailer({ smtpUrl, from }: MailerOptions): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: connectTimeoutMilliseconds,
      greetingTimeout: connectTimeoutMilliseconds,
      socketTimeout: idleTimeoutMilliseconds,
      // Messages are plain text and must not make the mailer read files or fetch URLs.
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
