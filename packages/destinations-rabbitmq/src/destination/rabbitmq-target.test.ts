import { createWebhookSender } from "@plugboard/webhook-delivery";
import { expect, test } from "vitest";
import { createRabbitMqDestination } from "./create-rabbitmq-destination.ts";
import { parseBrokerUrl } from "./rabbitmq-target.ts";

const { checkEndpoint } = createWebhookSender({ destinations: [createRabbitMqDestination()] });

function check(url: string): void {
  const destination = {
    type: "rabbitmq",
    settings: { username: "acme", exchange: "events" },
    secrets: { password: "p4ssw0rd" },
  };
  checkEndpoint({ url, options: { destination } });
}

test.each([
  "amqps://127.0.0.1",
  "amqps://127.1",
  "amqps://0x7f000001",
  "amqps://2130706433",
  "amqps://127.0.0.%31",
  "amqps://LOCALHOST",
  "amqps://[::1]",
  "amqps://[::ffff:127.0.0.1]",
  "amqps://[64:ff9b::10.0.0.1]",
  "amqps://169.254.169.254",
])("%s is refused", (url) => {
  expect(() => check(url)).toThrow(
    expect.objectContaining({ part: "url", message: expect.stringContaining("not on the public internet") }),
  );
});

test.each([
  ["https://broker.example.com", "must be a URL such as amqps://"],
  ["amqps://a b.example", "must be a URL such as amqps://"],
  ["amqps://acme:p4ssw0rd@broker.example.com", "contains a user name or password"],
  ["amqps://broker.example.com/?heartbeat=5", "must not have a query"],
  ["amqps://broker.example.com:0", "has the port 0"],
  ["amqps://broker.example.com/%", "has a virtual host with an invalid percent encoding"],
  ["amqp://broker.example.com", "plain AMQP"],
])("%s is refused: %s", (url, message) => {
  expect(() => check(url)).toThrow(expect.objectContaining({ message: expect.stringContaining(message) }));
});

test.each([
  ["amqps://Ä.example.com", "xn--4ca.example.com", 5671, "/"],
  ["amqps://broker.example.com:443/a%2Fb", "broker.example.com", 443, "a/b"],
  ["amqp://[2001:DB8::1]:5673/production", "2001:db8::1", 5673, "production"],
])("%s is read", (url, hostname, port, vhost) => {
  expect(parseBrokerUrl(url)).toMatchObject({ hostname, port, vhost });
});
