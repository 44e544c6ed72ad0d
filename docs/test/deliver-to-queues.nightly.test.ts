import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { hasRabbitMq, startRabbitMq } from "@plugboard/test-rabbitmq";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../scripts/shared/workspace.ts";
import { linkPackages, readBlocks } from "./documents.fixture.ts";

const run = promisify(execFile);

test.skipIf(!hasRabbitMq())(
  "the consumer of the guide verifies the guide's message",
  { timeout: 90_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "plugboard-queues-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await linkPackages(folder);
    const client = join(root, "packages/destinations-rabbitmq/node_modules/@cloudamqp");
    await symlink(client, join(folder, "node_modules/@cloudamqp"), "junction");
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    for (const { name, code } of await readBlocks("guides/deliver-to-queues")) {
      if (name.endsWith(".ts")) await writeFile(join(folder, name), code);
    }
    const broker = await startRabbitMq();
    onTestFinished(() => broker.close());
    const { port, username, password } = broker;
    const address = `127.0.0.1:${port}`;
    const env = {
      ...process.env,
      BROKER_URL: `amqp://${address}`,
      BROKER_USER: username,
      BROKER_PASSWORD: password,
      CONSUMER_URL: `amqp://${username}:${encodeURIComponent(password)}@${address}`,
    };
    await writeFile(join(folder, "declare.mjs"), declareQueue);
    const options = { cwd: folder, env };
    await run(process.execPath, ["declare.mjs"], options);
    const [sending, consuming] = ["send.ts", "consume.ts"].map((file) =>
      spawn(process.execPath, ["--conditions=@plugboard/source", file], options),
    );
    onTestFinished(() => {
      sending?.kill();
      consuming?.kill();
    });
    expect(await firstLine(consuming)).toBe('invoice.paid {"amount":1000}\n');
  },
);

const declareQueue = `
import { AMQPClient } from "@cloudamqp/amqp-client";

const client = new AMQPClient(process.env.CONSUMER_URL);
await client.connect();
const channel = await client.channel();
await channel.queueDeclare("invoices", { durable: true });
await client.close();
`;

async function firstLine(child: ChildProcess | undefined): Promise<string> {
  const errors: string[] = [];
  child?.stderr?.on("data", (chunk) => errors.push(String(chunk)));
  for await (const chunk of child?.stdout ?? []) return String(chunk);
  return errors.join("");
}
