import { bodyOf, concurrency, idOf, type DeliveryContender, signAndPost } from "./delivery-contender.ts";

/** Creates loops that sign and post without a queue or storage: the maximum for this client and receiver. */
export function createBareLoop(url: string): DeliveryContender {
  return {
    queue: async () => {},
    async drain(count) {
      const events = Array.from({ length: count }, (_, index) => ({ id: idOf(index), body: bodyOf(index) }));
      const start = performance.now();
      const loop = async (): Promise<void> => {
        for (let event = events.pop(); event !== undefined; event = events.pop()) {
          await signAndPost(url, event.id, event.body);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, loop));
      return performance.now() - start;
    },
    close: async () => {},
  };
}
