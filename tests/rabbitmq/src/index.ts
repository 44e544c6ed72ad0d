export { hasRabbitMq, type RabbitMq, type RabbitMqOptions, startRabbitMq } from "./start-rabbitmq.ts";
