import { bodyOf, concurrency, type DeliveryContender, signAndPost } from "./delivery-contender.ts";

/** No queue and no memory: loops that sign and post. The most that is possible with this client and receiver. */
export function createBareLoop(url: string): DeliveryContender {
  return {
    name: "bare undici loop that signs",
    async deliver(count) {
      const bodies = Array.from({ length: count }, (_, index) => bodyOf(index));
      const start = performance.now();
      const loop = async (): Promise<void> => {
        for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) await signAndPost(url, body);
      };
      await Promise.all(Array.from({ length: concurrency }, loop));
      return performance.now() - start;
    },
    close: async () => {},
  };
}
