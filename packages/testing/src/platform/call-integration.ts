import type { EnvelopeEvent } from "@plugboard/api";
import type { Integration, LogLine } from "@plugboard/runtime";
import { buildEnvironment, type EnvironmentSubject } from "./build-environment.ts";
import { type Network, withNetwork } from "./network.ts";
import type { PlatformState } from "./platform-state.ts";
import { createSignedRequest } from "./signed-request.ts";

/** The integration under test and what it is surrounded by. */
export interface CallSetting {
  readonly integration: Integration;
  readonly state: PlatformState;
  readonly network: Network;
  /** Receives every request to the integration before it is sent. */
  readonly onRequest: (request: Request) => void;
  /** Receives every line the integration logs. */
  readonly onLog: (line: LogLine) => void;
}

/** One call of the integration. */
export interface IntegrationCall {
  readonly event: EnvelopeEvent;
  readonly subject: EnvironmentSubject;
  readonly fetchBody?: Uint8Array<ArrayBuffer>;
}

/**
 * Calls the integration with a signed envelope, through its real `fetch`, and waits for the work it goes on with after
 * its answer.
 */
export async function callIntegration(setting: CallSetting, call: IntegrationCall): Promise<Response> {
  const { integration, state, network, onRequest, onLog } = setting;
  const request = await createSignedRequest({
    event: call.event,
    environment: buildEnvironment(state, call.subject),
    ...(call.fetchBody !== undefined && { fetchBody: call.fetchBody }),
    signingSecret: state.signingSecret,
    now: state.now(),
  });
  onRequest(request.clone());
  return withNetwork(network, async () => {
    const work: Promise<unknown>[] = [];
    const host = {
      waitUntil: (promise: Promise<unknown>) => void work.push(promise),
      log: onLog,
      now: state.now,
    };
    const response = await integration.fetch(
      request,
      { PLUGBOARD_SIGNING_SECRET: state.signingSecret },
      host,
    );
    // Work may start more work, which the list then holds too.
    for (const promise of work) await promise;
    return response;
  });
}
