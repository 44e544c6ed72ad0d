import type { BenchTable } from "./bench-table.ts";

interface Benchmark {
  readonly run: () => Promise<BenchTable>;
}

/** All benchmarks by name, in the order they run. */
export const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  signer: () => import("./signer.bench.ts"),
  receiver: () => import("./receiver.bench.ts"),
  manifest: () => import("./manifest.bench.ts"),
  runtime: () => import("./runtime.bench.ts"),
  serve: () => import("./serve.bench.ts"),
  delivery: () => import("./delivery.bench.ts"),
  "delivery-cost": () => import("./delivery-cost.bench.ts"),
  "delivery-latency": () => import("./delivery-latency.bench.ts"),
  "delivery-envelope": () => import("./delivery-envelope.bench.ts"),
  "delivery-dead-endpoint": () => import("./delivery-dead-endpoint.bench.ts"),
  "delivery-scaling": () => import("./delivery-scaling.bench.ts"),
  "script-runner": () => import("./script-runner.bench.ts"),
  server: () => import("./server.bench.ts"),
  "server-alone": () => import("./server-alone.bench.ts"),
  "server-postgres": () => import("./server-postgres.bench.ts"),
  "server-tenants": () => import("./server-tenants.bench.ts"),
  "server-tenants-people": () => import("./server-tenants-people.bench.ts"),
  "server-large-work": () => import("./server-large-work.bench.ts"),
  "tool-call": () => import("./tool-call.bench.ts"),
  "sign-in": () => import("./sign-in.bench.ts"),
  cli: () => import("./cli.bench.ts"),
  "bundle-size": () => import("./bundle-size.bench.ts"),
};
