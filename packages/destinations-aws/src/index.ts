export {
  createEventBridgeDestination,
  type EventBridgeDestinationOptions,
} from "./eventbridge/create-eventbridge-destination.ts";
export { createSqsDestination, type SqsDestinationOptions } from "./sqs/create-sqs-destination.ts";
