import { useSyncExternalStore } from "react";

/** The time in milliseconds, a new one every so many: five seconds when left out. */
export function useNow(stepMilliseconds = 5000): number {
  return useSyncExternalStore(
    (changed) => {
      const timer = setInterval(changed, stepMilliseconds);
      return () => clearInterval(timer);
    },
    () => Math.ceil(Date.now() / stepMilliseconds) * stepMilliseconds,
  );
}
