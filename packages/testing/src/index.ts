export { createTestPlatform } from "./platform/create-test-platform.ts";
export type {
  ConfigureOptions,
  ConnectOptions,
  ListOptions,
  RenderOptions,
  TestPlatform,
} from "./platform/test-platform.ts";
export type {
  ProductEventResult,
  ProductTestPlatform,
  ProductTestPlatformOptions,
} from "./platform/product-test-platform.ts";
export type { Browser, BrowserPage } from "./platform/browser.ts";
export type { ApiCall } from "./platform/record-api-calls.ts";
export type { EventResult, FailureOptions } from "./platform/run-events.ts";
export type { EmittedEventType, EventFields } from "@plugboard/content";
export { testIds, testUrls } from "./platform/test-ids.ts";
export { TestPlatformError, type TestPlatformErrorCode } from "./errors/test-platform-error.ts";
export type {
  InstallationState,
  Service,
  TestInstallation,
  TestPage,
  TestPlatformOptions,
} from "./platform/test-platform-options.ts";
export {
  type EnvelopeRecord,
  formatRecords,
  parseRecords,
  recordRequest,
} from "./recording/envelope-record.ts";
export { replay, type ReplayOptions } from "./recording/replay.ts";
export type { ComponentView } from "./view/component-view.ts";
