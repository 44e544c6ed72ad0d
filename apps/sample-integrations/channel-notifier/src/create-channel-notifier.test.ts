import { replay } from "@plugboard/testing";
import { describe, expect, it } from "vitest";
import { chatOrigin, createChatService } from "./chat-service.fixture.ts";
import { setUp } from "./set-up.fixture.ts";

const feedback = { rating: "bad", comment: "The second step fails." };
const url = "https://docs.example/install";
const message = { channel: "C1", text: `A reader rated ${url} as bad: The second step fails.` };

describe("connecting", () => {
  it("activates the installation together with a channel", async () => {
    const { platform, connect } = await setUp();
    expect((await platform.installation()).status).toBe("pending");
    const { response } = await connect();
    expect(await response.text()).toContain("Connected");
    expect((await platform.installation()).status).toBe("pending");
    await platform.configure({ channel: "C1" });
    expect((await platform.installation()).status).toBe("active");
  });

  it("stores nothing if the user denies access, and logs the reason without a secret", async () => {
    const { platform, chat, connect } = await setUp();
    chat.provider.behave("denied");
    const { response } = await connect({ allowFailure: true });
    expect(await response.text()).not.toContain("Connected");
    expect((await platform.installation()).configuration).toEqual({});
    expect(platform.logs).toMatchObject([{ level: "warn", fields: { code: "provider_denied" } }]);
    for (const secret of chat.provider.secrets()) expect(JSON.stringify(platform.logs)).not.toContain(secret);
  });

  it("stores nothing if the client secret is wrong", async () => {
    const chat = createChatService();
    const { platform, connect } = await setUp(chat, {
      CHAT_ORIGIN: chatOrigin,
      CLIENT_ID: chat.provider.clientId,
      CLIENT_SECRET: "outdated",
    });
    await connect({ allowFailure: true });
    expect(await platform.installation()).toMatchObject({ status: "pending", configuration: {} });
    expect(platform.logs).toMatchObject([
      { level: "warn", fields: { code: "token_refused", providerError: "invalid_client" } },
    ]);
    expect(JSON.stringify(platform.logs)).not.toContain("outdated");
  });

  it("is revoked at the chat when the integration is uninstalled", async () => {
    const { platform, chat, activate } = await setUp();
    await activate();
    const tokens = chat.provider.secrets().filter((secret) => chat.provider.isActive(secret));
    expect(tokens).toHaveLength(2);
    expect(await platform.uninstall()).toMatchObject([{ status: 200 }]);
    expect(tokens.filter((token) => chat.provider.isActive(token))).toEqual([]);
  });
});

describe("the options of the channel setting", () => {
  it("are the chat's channels", async () => {
    const { platform, connect } = await setUp();
    await connect();
    expect(await platform.options("channel")).toEqual([
      { label: "#docs", value: "C1" },
      { label: "#random", value: "C2" },
    ]);
    expect(await platform.options("channel", { query: "ran" })).toEqual([{ label: "#random", value: "C2" }]);
  });

  it("require a connection", async () => {
    const { platform } = await setUp();
    await expect(platform.options("channel")).rejects.toThrow("Connect the chat first");
  });
});

describe("feedback", () => {
  it("is posted to the channel", async () => {
    const { platform, chat, activate } = await setUp();
    await activate();
    const { status, logs } = await platform.emit("page_feedback", { feedback, url });
    expect(status).toBe(200);
    expect(chat.messages).toEqual([message]);
    expect(logs).toMatchObject([{ level: "info", fields: { channel: "C1" } }]);
  });

  it("is posted once if the event is redelivered", async () => {
    const { integration, platform, chat, activate } = await setUp();
    await activate();
    await platform.emit("page_feedback", { feedback, url });
    const [envelope] = (await platform.records()).slice(-1);
    if (envelope === undefined) throw new Error("Nothing was recorded");
    const { status } = await replay(integration, envelope, { signingSecret: platform.signingSecret });
    expect(status).toBe(200);
    expect(chat.messages).toHaveLength(1);
  });

  it("is posted with a new token after the old one has expired", async () => {
    const { platform, chat, activate } = await setUp(createChatService(1));
    await activate();
    const before = chat.provider.tokenRequests();
    await platform.emit("page_feedback", { feedback, url });
    expect(chat.provider.tokenRequests()).toBe(before + 1);
    expect(chat.messages).toEqual([message]);
  });

  it("schedules no retry if a person must reconnect", async () => {
    const { platform, chat, activate } = await setUp(createChatService(1));
    await activate();
    chat.provider.behave("error_in_success");
    const { status, logs, queued } = await platform.emit("page_feedback", { feedback, url });
    expect(status).toBe(200);
    expect(logs).toMatchObject([{ level: "error", fields: { code: "needs_reauth" } }]);
    expect(queued.filter(({ type }) => type === "task")).toEqual([]);
  });
});
