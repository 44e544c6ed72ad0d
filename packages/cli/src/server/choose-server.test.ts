import { expect, it } from "vitest";
import { chooseServer, originOf, type ServerSources } from "./choose-server.ts";

const nothing: ServerSources = { option: {}, environment: {}, dev: undefined, credentials: { tokens: {} } };
const dev = { server: "http://127.0.0.1:4040", token: "dev" };
const credentials = {
  current: "https://docs.example.com",
  tokens: { "https://docs.example.com": "kept", "https://other.example.com": "other" },
};

it.each<[string, Partial<ServerSources>, object]>([
  ["the last sign-in", { credentials }, { origin: "https://docs.example.com", token: "kept", by: "login" }],
  ["a running dev before it", { dev, credentials }, { origin: dev.server, token: "dev", by: "dev" }],
  [
    "the environment before that",
    { environment: { server: "https://env.example", token: "env" }, dev, credentials },
    { origin: "https://env.example", token: "env", by: "environment" },
  ],
  [
    "the option first, with its stored token",
    { option: { server: "other.example.com" }, dev, credentials },
    { origin: "https://other.example.com", token: "other", by: "option" },
  ],
  [
    "the environment's token for the option's server",
    { option: { server: "https://ci.example" }, environment: { token: "env" } },
    { origin: "https://ci.example", token: "env", by: "option" },
  ],
  [
    "never the environment's token for a discovered server",
    { environment: { token: "env" }, dev },
    { origin: dev.server, token: "dev", by: "dev" },
  ],
])("chooses %s", (_name, sources, expected) => {
  expect(chooseServer({ ...nothing, ...sources })).toEqual(expected);
});

it.each<[string, Partial<ServerSources>, string]>([
  ["no server", {}, "plugboard login <url>"],
  ["no token", { option: { server: "https://new.example" } }, "plugboard login https://new.example"],
])("suggests a fix for %s", (_name, sources, next) => {
  expect(() => chooseServer({ ...nothing, ...sources })).toThrow(
    expect.objectContaining({ code: "unauthorized", next: expect.stringContaining(next) }),
  );
});

it.each([
  ["docs.example.com", "https://docs.example.com"],
  ["127.0.0.1:4000", "http://127.0.0.1:4000"],
  ["localhost:4000", "http://localhost:4000"],
  ["http://127.0.0.1:4000/console", "http://127.0.0.1:4000"],
])("parses %s as %s", (text, origin) => {
  expect(originOf(text)).toBe(origin);
});

it.each(["ftp://docs.example.com", "http://", "a b"])("rejects %j as a server", (text) => {
  expect(() => originOf(text)).toThrow("is not a server URL");
});
