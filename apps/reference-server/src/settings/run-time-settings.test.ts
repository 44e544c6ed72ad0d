import type { Settings } from "@plugboard/platform";
import { expect, it, onTestFinished, vi } from "vitest";
import { openRunTimeSettings } from "./run-time-settings.ts";
import { parseServerConfig } from "./parse-server-config.ts";

it("keeps an update that ends while the stored settings are read", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let stored = "{}";
  let isSlow = false;
  const { promise: isRead, resolve: endReading } = Promise.withResolvers<void>();
  const store: Settings = {
    get: async () => {
      const read = stored;
      if (isSlow) await isRead;
      return read;
    },
    getOrCreate: async () => stored,
    put: async () => {},
    update: async (_name, change) => (stored = change(stored)),
  };
  const config = parseServerConfig({
    DATABASE_URL: "postgres://127.0.0.1/x",
    PLUGBOARD_TASKS_PER_MINUTE: "600",
  });
  const settings = await openRunTimeSettings(store, config, [], () => {});
  onTestFinished(settings.close);
  isSlow = true;
  await vi.advanceTimersByTimeAsync(5000);
  await settings.update(new Map([["PLUGBOARD_TASKS_PER_MINUTE", "3"]]));
  endReading();
  await vi.advanceTimersByTimeAsync(1);
  expect(settings.current().tasksPerMinute).toBe(3);
});
