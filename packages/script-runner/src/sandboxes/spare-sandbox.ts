import type { LaunchedSandbox } from "./launch-sandbox.ts";

/** A process started in advance, so that the next script starts faster. */
export interface SpareSandbox {
  /** Returns the spare, or a new process if there is none. */
  readonly take: () => Promise<LaunchedSandbox>;
  /** Starts a spare if there is none. */
  readonly prepare: () => void;
  readonly close: () => Promise<void>;
}

/** Keeps one process ready. `launch` starts one. */
export function keepSpareSandbox(launch: () => Promise<LaunchedSandbox>): SpareSandbox {
  let spare: Promise<LaunchedSandbox | undefined> | undefined;
  let isClosed = false;

  function prepare(): void {
    if (isClosed || spare !== undefined) return;
    // The next script to need a process gets the error.
    const started = launch().catch(() => undefined);
    spare = started;
    void forgetAfterEnd(started);
  }

  async function forgetAfterEnd(started: Promise<LaunchedSandbox | undefined>): Promise<void> {
    const launched = await started;
    await launched?.ended;
    if (spare === started) spare = undefined;
  }

  return {
    prepare,
    take: async () => {
      const taken = spare;
      spare = undefined;
      return (await taken) ?? (await launch());
    },
    close: async () => {
      isClosed = true;
      const launched = await spare;
      launched?.kill();
      await launched?.ended;
    },
  };
}
