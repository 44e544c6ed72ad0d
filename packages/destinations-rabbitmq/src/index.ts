export {
  createRabbitMqDestination,
  type RabbitMqDestinationOptions,
} from "./destination/create-rabbitmq-destination.ts";
