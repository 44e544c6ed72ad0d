import type { PeerListeners, Peers } from "../database/peers.ts";

/** The listeners of a topic. */
export interface TopicListeners {
  readonly receive: (value: unknown) => void;
  /** Called when another process has begun to listen and lacks the messages sent before. */
  readonly onJoin?: (() => void) | undefined;
}

/** Messages between the processes that share the database. A process that doesn't listen misses them. */
export interface PeerMessages {
  /** Sends JSON of at most 7,000 bytes to the other processes. Has no effect if there are none. */
  readonly send: (topic: string, value: unknown) => void;
  /** Sets the listeners of a topic. */
  readonly on: (topic: string, listeners: TopicListeners) => void;
}

const joinTopic = "joined";

/** The messages, and the functions to pass to {@link Peers.listen}. */
export interface ConnectedMessages extends Pick<PeerListeners, "onMessage" | "onConnected"> {
  readonly messages: PeerMessages;
}

/** Creates the messages. */
export function createPeerMessages(
  peers: Peers | undefined,
  onError: (error: unknown) => void,
): ConnectedMessages {
  const topics = new Map<string, TopicListeners>();
  const send = (topic: string, value: unknown): void =>
    void peers?.send(JSON.stringify({ topic, value })).catch(onError);
  return {
    messages: { send, on: (topic, listeners) => void topics.set(topic, listeners) },
    onMessage: (text) => {
      try {
        const message: unknown = JSON.parse(text);
        const topic: unknown = Reflect.get(Object(message), "topic");
        if (topic === joinTopic) for (const { onJoin } of topics.values()) onJoin?.();
        // Processes of another version may send other topics.
        else topics.get(String(topic))?.receive(Reflect.get(Object(message), "value"));
      } catch (error) {
        onError(error);
      }
    },
    onConnected: () => send(joinTopic, null),
  };
}
