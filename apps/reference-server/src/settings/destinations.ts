import { createEventBridgeDestination, createSqsDestination } from "@plugboard/destinations-aws";
import { createRabbitMqDestination } from "@plugboard/destinations-rabbitmq";
import type { Destination } from "@plugboard/webhook-delivery";

/** The systems other than HTTP that endpoints can use, unless `PLUGBOARD_DESTINATIONS` leaves them out. */
export const destinations: readonly Destination[] = [
  createRabbitMqDestination(),
  createSqsDestination(),
  createEventBridgeDestination(),
];
