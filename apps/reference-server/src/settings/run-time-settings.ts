import { PlatformError, type ServerSettings, type Settings } from "@plugboard/platform";
import * as z from "zod";
import type { ServerConfig } from "./server-config.ts";
import type { ShownSetting } from "./show-settings.ts";
import { variables } from "./variables.ts";

/** Settings that can change at run time, because they are read on every use. */
const changeable = [
  "keepDeliveredMilliseconds",
  "keepFailedMilliseconds",
  "tasksPerMinute",
  "taskBytesPerHour",
  "testEventsPerMinute",
] as const satisfies readonly (keyof ServerConfig)[];

type Changeable = Pick<ServerConfig, (typeof changeable)[number]>;

/** The settings of a running server. */
export interface RunTimeSettings extends ServerSettings {
  /** Returns the current values. Call it on every use. */
  readonly current: () => Changeable;
  readonly close: () => void;
}

const storedName = "changed-settings";
const storedSchema = z.record(z.string(), z.string());
const refreshMilliseconds = 5000;

/**
 * Opens the settings stored in the database, which override the environment. On PostgreSQL, every process
 * polls for changes by others every five seconds.
 */
export async function openRunTimeSettings(
  settings: Settings,
  config: ServerConfig,
  shown: readonly ShownSetting[],
  onError: (error: unknown) => void,
): Promise<RunTimeSettings> {
  let stored: Readonly<Record<string, string>> = {};
  let current: Changeable = config;
  const apply = (text: string): void => {
    stored = storedSchema.parse(JSON.parse(text));
    const values = changeable.map((key) => {
      const { name, read } = variables[key];
      const value = stored[name];
      // A newer version may have stored a value that this version rejects.
      return [key, (value === undefined ? undefined : read(value)) ?? config[key]];
    });
    current = Object.fromEntries(values);
  };
  let updates = 0;
  const refresh = async (): Promise<void> => {
    const before = updates;
    const text = (await settings.get(storedName)) ?? "{}";
    // If an update finished during the read, the text may be outdated.
    if (updates === before) apply(text);
  };
  await refresh();
  const timer =
    config.databaseUrl === undefined
      ? undefined
      : setInterval(() => void refresh().catch(onError), refreshMilliseconds).unref();

  const list: ServerSettings["list"] = () =>
    shown.map((setting) => {
      const value = stored[setting.name];
      const isChangeable = changeable.some((key) => variables[key].name === setting.name);
      return value === undefined || !isChangeable
        ? { ...setting, isChangeable }
        : { ...setting, value, isSet: true, isChangeable };
    });
  return {
    list,
    update: async (changes) => {
      const problems = [...changes].flatMap(([path, value]) => {
        const message = whyNot(path, value);
        return message === undefined ? [] : [{ path, message }];
      });
      if (problems.length > 0) {
        const text = problems.map(({ path, message }) => `${path} ${message}`).join("; ");
        throw new PlatformError("invalid_request", `${text}.`, problems);
      }
      await settings.getOrCreate(storedName, async () => "{}");
      const updated = await settings.update(storedName, (text) => {
        const next = Object.entries({
          ...storedSchema.parse(JSON.parse(text)),
          ...Object.fromEntries(changes),
        });
        return JSON.stringify(Object.fromEntries(next.filter(([, value]) => value !== null)));
      });
      updates += 1;
      apply(updated);
      return list().filter(({ name }) => changes.has(name));
    },
    current: () => current,
    close: () => clearInterval(timer),
  };
}

function whyNot(name: string, value: string | null): string | undefined {
  const key = changeable.find((one) => variables[one].name === name);
  if (key === undefined) return "cannot be changed at run time";
  const { read, mustBe } = variables[key];
  return value === null || read(value) !== undefined ? undefined : mustBe;
}
