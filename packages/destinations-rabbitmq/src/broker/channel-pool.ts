import type { AMQPChannel } from "@cloudamqp/amqp-client";
import type { SocketClient } from "./socket-client.ts";

/** The channels of a connection, in confirm mode. */
export interface ChannelPool {
  /** Runs an action on a channel that no other action uses. Waits for one if the broker's limit is reached. */
  use<T>(action: (channel: AMQPChannel) => Promise<T>): Promise<T>;
}

export function createChannelPool(client: SocketClient): ChannelPool {
  const idle: AMQPChannel[] = [];
  const waiting: (() => void)[] = [];
  let open = 0;

  async function take(): Promise<AMQPChannel> {
    // 0 is no limit.
    while (idle.length === 0 && client.channelMax > 0 && open >= client.channelMax)
      await new Promise<void>((resolve) => waiting.push(resolve));
    const channel = idle.pop();
    if (channel !== undefined) return channel;
    open += 1;
    try {
      const created = await client.channel();
      await created.confirmSelect();
      return created;
    } catch (error) {
      release();
      throw error;
    }
  }

  function release(): void {
    open -= 1;
    waiting.shift()?.();
  }

  return {
    async use(action) {
      const channel = await take();
      try {
        return await action(channel);
      } finally {
        // An action ends when its message is confirmed or rejected, or with the channel.
        if (channel.closed) release();
        else {
          idle.push(channel);
          waiting.shift()?.();
        }
      }
    },
  };
}
