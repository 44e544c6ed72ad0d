export type { ApiCall } from "./api/answer-api-call.ts";
export { createTestPlatform, type RenderOptions, type TestPlatform } from "./create-test-platform.ts";
export { type Browser, type BrowserPage } from "./platform/browser.ts";
export type { EmitResult } from "./platform/emit-event.ts";
export type { InstallationState } from "./platform/platform-state.ts";
export type { EventFields } from "./platform/sample-event.ts";
export { testIds } from "./platform/test-ids.ts";
export { TestPlatformError, type TestPlatformErrorCode } from "./platform/test-platform-error.ts";
export type {
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
