import { useSyncExternalStore } from "react";

const step = 5000;

/** The time in milliseconds, a new one every five seconds. */
export function useNow(): number {
  return useSyncExternalStore(
    (changed) => {
      const timer = setInterval(changed, step);
      return () => clearInterval(timer);
    },
    () => Math.ceil(Date.now() / step) * step,
  );
}
