import { AMQPClient, type AMQPChannel, type AMQPMessage } from "@cloudamqp/amqp-client";
import type { RabbitMq } from "@plugboard/test-rabbitmq";
import type { DestinationFixture, ReceivedMessage } from "@plugboard/webhook-delivery/testing";
import { createRabbitMqDestination } from "./create-rabbitmq-destination.ts";

/** A consumer's connection to a server. */
export interface TestConsumer {
  readonly channel: AMQPChannel;
  /** Removes and returns the messages of a queue. */
  readonly take: (queue: string) => Promise<AMQPMessage[]>;
  close(): Promise<void>;
}

/** Connects with the package's own client. */
export async function startConsumer({ port, username, password }: RabbitMq): Promise<TestConsumer> {
  const login = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
  const client = new AMQPClient(`amqp://${login}@127.0.0.1:${port}`);
  client.logger = undefined;
  await client.connect();
  const channel = await client.channel();
  return {
    channel,
    async take(queue) {
      const messages: AMQPMessage[] = [];
      for (;;) {
        const message = await channel.basicGet(queue);
        if (message === null) return messages;
        messages.push(message);
      }
    },
    async close() {
      if (!client.closed) await client.close();
    },
  };
}

/** Returns the fixture of the contract's cases, with a new queue behind a topic exchange. */
export async function createFixture(
  { port, username, password }: RabbitMq,
  { channel, take }: TestConsumer,
  tooLargeBytes: number,
): Promise<DestinationFixture> {
  const exchange = `events-${crypto.randomUUID()}`;
  await channel.exchangeDeclare(exchange, "topic");
  const { name: queue } = await channel.queueDeclare(`${exchange}-queue`);
  await channel.queueBind(queue, exchange, "invoice.*");
  return {
    port,
    tooLargeBytes,
    at: ({ hostname, port: own }) => ({
      destination: createRabbitMqDestination(),
      url: `amqp://${hostname}:${own}`,
      own: { type: "rabbitmq", settings: { exchange, username }, secrets: { password } },
    }),
    take: async () => (await take(queue)).map(toReceived),
  };
}

function toReceived(message: AMQPMessage): ReceivedMessage {
  const { messageId: eventId, type: eventType, headers = {} } = message.properties;
  const texts = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === "string" ? value : "",
  ]);
  return { eventId, eventType, body: message.bodyToString() ?? "", headers: Object.fromEntries(texts) };
}
