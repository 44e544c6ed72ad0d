import { describe, expect, it, onTestFinished } from "vitest";
import { startMailServer } from "../fixtures/mail-server.fixture.ts";
import { createMailer } from "./create-mailer.ts";

describe("createMailer", () => {
  const set = async () => {
    const server = await startMailServer();
    const mailer = createMailer({ smtpUrl: server.url, from: "Plugboard <docs@example.com>" });
    onTestFinished(async () => {
      mailer.close();
      await server.close();
    });
    return { server, mailer };
  };

  it("sends a message to the mail server", async () => {
    const { server, mailer } = await set();
    await mailer.send({
      to: ["ann@example.com", "bob@example.com"],
      subject: "Hello",
      text: "A line.\n.\nEnd.",
    });
    expect(server.received).toEqual([
      {
        from: "docs@example.com",
        to: ["ann@example.com", "bob@example.com"],
        content: expect.stringMatching(
          /From: Plugboard <docs@example\.com>[^]*Subject: Hello[^]*\n\nA line\.\n\.\nEnd\./,
        ),
      },
    ]);
  });

  it("rejects header injection by a multi-line subject", async () => {
    const { server, mailer } = await set();
    await mailer.send({ to: "ann@example.com", subject: "Hello\r\nBcc: eve@example.com", text: "Text" });
    expect(server.received[0]).toMatchObject({ to: ["ann@example.com"] });
    expect(server.received[0]?.content).not.toMatch(/^Bcc:/m);
  });

  it("fails if the mail server rejects the recipient or is unreachable", async () => {
    const { server, mailer } = await set();
    const message = { to: "ann@refused.example", subject: "Hello", text: "Text" };
    await expect(mailer.send(message)).rejects.toThrow("no such recipient");
    await server.close();
    await expect(mailer.send({ ...message, to: "ann@example.com" })).rejects.toThrow("ECONNREFUSED");
  });
});
