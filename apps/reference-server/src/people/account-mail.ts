import type { MailMessage } from "../mail/create-mailer.ts";

/** Somebody who gets a link by e-mail. */
export interface Recipient {
  readonly email: string;
  readonly url: string;
}

/** The link that signs somebody in. */
export function signInMail({ email, url }: Recipient): MailMessage {
  return {
    to: email,
    subject: "Sign in to Plugboard",
    text: `Open this link to sign in. It works once, within ten minutes:

${url}

If you did not ask for it, do nothing: without the link nobody gets in.
`,
  };
}

/** The link that sets a new password. */
export function passwordMail({ email, url }: Recipient): MailMessage {
  return {
    to: email,
    subject: "Reset your password for Plugboard",
    text: `Open this link to choose a new password. It works once, within an hour, and signs you out everywhere:

${url}

If you did not ask for it, do nothing: your password stays as it is.
`,
  };
}

/** The link that makes somebody a member of an organization. */
export function invitationMail({
  email,
  url,
  organization,
}: Recipient & { readonly organization: string }): MailMessage {
  return {
    to: email,
    subject: `You are invited to ${organization.replaceAll(/\s+/g, " ")} on Plugboard`,
    text: `You are invited to work in ${organization} on Plugboard. Open this link to accept:

${url}

If you do not know why, do nothing.
`,
  };
}
