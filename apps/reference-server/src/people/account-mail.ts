import type { MailMessage } from "../mail/create-mailer.ts";

/** The recipient of an email link. */
export interface Recipient {
  readonly email: string;
  readonly url: string;
}

/** Returns the mail with a sign-in link. */
export function signInMail({ email, url }: Recipient): MailMessage {
  return {
    to: email,
    subject: "Sign in to Plugboard",
    text: `Use this link to sign in. It works once and expires in ten minutes:

${url}

If you didn't request this email, you can ignore it.
`,
  };
}

/** Returns the mail with a link to set a new password. */
export function passwordMail({ email, url }: Recipient): MailMessage {
  return {
    to: email,
    subject: "Reset your password for Plugboard",
    text: `Use this link to choose a new password. It works once and expires in an hour. You will be signed out on all devices, and your agents will be disconnected:

${url}

If you didn't request this email, you can ignore it. Your password won't change.
`,
  };
}

/** Returns the mail with an invitation link. */
export function invitationMail({
  email,
  url,
  organization,
}: Recipient & { readonly organization: string }): MailMessage {
  return {
    to: email,
    subject: `You have been invited to ${organization.replaceAll(/\s+/g, " ")} on Plugboard`,
    text: `You have been invited to join ${organization} on Plugboard. Accept the invitation:

${url}

If you weren't expecting this invitation, you can ignore this email.
`,
  };
}
