import { expect, test } from "vitest";
import type { LaunchedSandbox } from "./launch-sandbox.ts";
import { keepSpareSandbox } from "./spare-sandbox.ts";

/** Fake processes, in the order of their launch. */
function fakeProcesses(): {
  readonly launch: () => Promise<LaunchedSandbox>;
  readonly launched: LaunchedSandbox[];
} {
  const launched: LaunchedSandbox[] = [];
  const launch = async (): Promise<LaunchedSandbox> => {
    const end = Promise.withResolvers<{ readonly exitCode: number | null }>();
    const process: LaunchedSandbox = {
      socketDirectory: `c${launched.length}`,
      configure: () => {},
      pid: Promise.resolve(launched.length),
      listening: Promise.resolve(),
      // No test reads the stream.
      output: {} as LaunchedSandbox["output"],
      errorOutput: () => "",
      ended: end.promise,
      kill: () => end.resolve({ exitCode: null }),
    };
    launched.push(process);
    return process;
  };
  return { launch, launched };
}

test("uses a spare process once, then starts new ones", async () => {
  const { launch, launched } = fakeProcesses();
  const spare = keepSpareSandbox(launch);
  spare.prepare();
  spare.prepare();
  expect(launched).toHaveLength(1);
  const [first, second] = await Promise.all([spare.take(), spare.take()]);
  expect([first, second]).toEqual(launched);
});

test("does not use a spare that ended by itself", async () => {
  const { launch, launched } = fakeProcesses();
  const spare = keepSpareSandbox(launch);
  spare.prepare();
  launched[0]?.kill();
  await launched[0]?.ended;
  await new Promise(setImmediate);
  expect(await spare.take()).toBe(launched[1]);
});

test("reports a failed start to the caller that needs a process; closing ends the spare", async () => {
  let isBroken = true;
  const { launch, launched } = fakeProcesses();
  const spare = keepSpareSandbox(() => (isBroken ? Promise.reject(new Error("no memory")) : launch()));
  spare.prepare();
  await expect(spare.take()).rejects.toThrow("no memory");
  isBroken = false;
  spare.prepare();
  await spare.close();
  await launched[0]?.ended;
  spare.prepare();
  expect(launched).toHaveLength(1);
});
