import assert from "node:assert/strict";
import type { EnvelopeEvent, Environment, FetchEvent } from "@plugboard/api";
import { encodeEnvelope } from "@plugboard/runtime/envelope";
import type {
  IntegrationRunner,
  RunnerExchange,
  RunnerOptions,
  RunnerTarget,
} from "../dispatch/integration-runner.ts";

/** A requirement on every implementation of a port, for any test runner. */
export interface ContractCase {
  readonly name: string;
  /** Throws if the requirement is not met. */
  readonly run: () => Promise<void>;
}

/** A runner with integrations to call. */
export interface RunnerUnderTest<Target extends RunnerTarget = RunnerTarget> {
  readonly runner: IntegrationRunner<Target>;
  /** The contract's integration, with its signing secret. */
  readonly target: Target;
  /** An integration that does not exist or does not start. */
  readonly missing: Target;
  /** Whether the runner passes the target's secrets to the integration, so that no secret can be wrong. */
  readonly givesSecrets?: boolean | undefined;
  readonly close: () => Promise<void>;
}

const limits: RunnerOptions = { timeoutMilliseconds: 10_000, maxResponseBytes: 1024 * 1024 };

const environment: Environment = {
  apiEndpoint: "https://docs.example.com/v1",
  apiTokens: { integration: "token" },
  integration: {
    name: "contract",
    title: "Contract",
    version: 1,
    urls: { publicEndpoint: "https://sites.example.net/integrations/ins_1" },
  },
  secrets: {},
};

/**
 * Returns the requirements on integration runners. Host `contractIntegration` in any way the runner can
 * reach; the source of a script is `export { contractIntegration as default } from
 * "@plugboard/platform/testing/integration"`.
 *
 * @param open creates a runner for each case
 *
 * @example
 * import { createUrlRunner } from "@plugboard/platform";
 * import { contractIntegration, integrationRunnerContract } from "@plugboard/platform/testing";
 * import { serve } from "@plugboard/runtime/node";
 *
 * const cases = integrationRunnerContract(async () => {
 *   const env = { PLUGBOARD_SIGNING_SECRET: "a-secret-of-the-tests" };
 *   const host = await serve(contractIntegration, { port: 0, hostname: "127.0.0.1", env });
 *   const runner = createUrlRunner({ allowNetworks: ["127.0.0.0/8"] });
 *   const signingSecrets = [env.PLUGBOARD_SIGNING_SECRET];
 *   const target = { name: "contract", version: 1, url: `http://127.0.0.1:${host.port}`, signingSecrets };
 *   const close = async () => {
 *     await runner.close();
 *     await host.close();
 *   };
 *   return { runner, target, missing: { ...target, url: "http://127.0.0.1:1" }, close };
 * });
 * for (const { name, run } of cases) console.log(name, await run());
 */
export function integrationRunnerContract<Target extends RunnerTarget>(
  open: () => Promise<RunnerUnderTest<Target>>,
): readonly ContractCase[] {
  const testCase = (name: string, check: (test: RunnerUnderTest<Target>) => Promise<void>): ContractCase => ({
    name,
    run: async () => {
      const test = await open();
      try {
        await check(test);
      } finally {
        await test.close();
      }
    },
  });
  return [
    testCase("reads the description of an integration", async ({ runner, target }) => {
      const { response } = await runner.describe(target, limits);
      assert.equal(response?.status, 200);
      const description: unknown = JSON.parse(new TextDecoder().decode(response.body));
      assert.partialDeepStrictEqual(description, {
        events: ["installation_setup"],
        components: [],
        fetch: true,
      });
    }),
    testCase(
      "delivers an event, and reports when it started and how long it took",
      async ({ runner, target }) => {
        const before = Date.now();
        const { result, response } = await runner.dispatch(target, setupEnvelope(), limits);
        assert.ok((result.status ?? 0) >= 200 && (result.status ?? 0) < 300, `status ${result.status}`);
        assert.equal(response?.status, result.status);
        assert.equal(result.errorCode, undefined);
        assert.ok(result.startedAt >= before && result.startedAt <= Date.now(), "startedAt is not now");
        assert.ok(
          result.timings.total >= 0 && result.timings.total < 10_000,
          `total ${result.timings.total}`,
        );
      },
    ),
    testCase("returns the integration's own response, with bodies unchanged both ways", async (test) => {
      const body = Uint8Array.from({ length: 256 }, (_, index) => index);
      const { response } = await dispatchFetch(test, "/echo", { body, headers: [["x-sent", "a b"]] });
      assert.equal(response?.status, 201);
      assert.equal(response.headers.get("x-received"), "a b");
      assert.deepEqual(response.headers.getSetCookie(), ["first=1", "second=2"]);
      assert.deepEqual(Buffer.from(response.body), Buffer.from(body));
    }),
    testCase("round-trips a body of one megabyte", async (test) => {
      const body = new Uint8Array(1024 * 1024).fill(7);
      const { response } = await dispatchFetch(test, "/echo", { body });
      assert.equal(response?.status, 201);
      assert.equal(Buffer.compare(response.body, body), 0);
    }),
    testCase("signs with every secret, and is rejected with another one", async (test) => {
      const { runner, target, givesSecrets = false } = test;
      const rotated = { ...target, signingSecrets: ["another-secret", ...target.signingSecrets] };
      const { result } = await runner.dispatch(rotated, setupEnvelope(), limits);
      assert.ok((result.status ?? 0) < 300, `status ${result.status}`);
      const wrong = { ...target, signingSecrets: ["another-secret"] };
      const { result: other } = await runner.dispatch(wrong, setupEnvelope(), limits);
      assert.equal(other.status, givesSecrets ? 200 : 401);
    }),
    testCase("aborts a request at the timeout", async (test) => {
      const { result, response } = await dispatchFetch(test, "/never", { timeoutMilliseconds: 300 });
      assert.equal(result.errorCode, "timeout");
      assert.ok(result.errorMessage !== undefined && result.errorMessage !== "", "no message");
      assert.equal(response, undefined);
    }),
    testCase("aborts with its signal, before and during the request", async (test) => {
      const aborted = await dispatchFetch(test, "/echo", { signal: AbortSignal.abort() });
      assert.equal(aborted.result.errorCode, "aborted");
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 100);
      const { result, response } = await dispatchFetch(test, "/never", { signal: controller.signal });
      assert.equal(result.errorCode, "aborted");
      assert.equal(response, undefined);
    }),
    testCase("returns no response over the size limit", async (test) => {
      const fits = await dispatchFetch(test, "/large?bytes=1000", { maxResponseBytes: 1000 });
      assert.equal(fits.response?.body.length, 1000);
      const tooLarge = await dispatchFetch(test, "/large?bytes=1001", { maxResponseBytes: 1000 });
      assert.equal(tooLarge.response, undefined);
    }),
    testCase("reports a missing integration in the result", async ({ runner, missing }) => {
      for (const exchange of [
        await runner.describe(missing, limits),
        await runner.dispatch(missing, setupEnvelope(), limits),
      ]) {
        assert.ok(exchange.result.errorCode !== undefined, "no error code");
        assert.ok(exchange.result.errorMessage !== undefined, "no message");
        assert.equal(exchange.response, undefined);
      }
    }),
    testCase("keeps concurrent requests separate", async (test) => {
      const bodies = Array.from({ length: 20 }, (_, index) => new Uint8Array([index, index]));
      const exchanges = await Promise.all(bodies.map((body) => dispatchFetch(test, "/echo", { body })));
      assert.deepEqual(
        exchanges.map(({ response }) => response?.body[0]),
        bodies.map((_, index) => index),
      );
    }),
  ];
}

interface FetchParts extends Partial<RunnerOptions> {
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
  readonly headers?: FetchEvent["request"]["headers"] | undefined;
}

async function dispatchFetch<Target extends RunnerTarget>(
  { runner, target }: RunnerUnderTest<Target>,
  path: string,
  { body, headers = [], ...options }: FetchParts = {},
): Promise<RunnerExchange> {
  const event: FetchEvent = {
    type: "fetch",
    eventId: "evt_1",
    installationId: "ins_1",
    request: { method: "POST", url: `${environment.integration.urls.publicEndpoint}${path}`, headers },
  };
  // A missing body is absent, not empty.
  const content = body === undefined ? { event, environment } : { event, environment, fetchBody: body };
  return await runner.dispatch(target, encodeEnvelope(content), { ...limits, ...options });
}

function setupEnvelope(): ReturnType<typeof encodeEnvelope> {
  const event: EnvelopeEvent = {
    type: "installation_setup",
    eventId: "evt_1",
    installationId: "ins_1",
    status: "active",
  };
  return encodeEnvelope({ event, environment });
}
