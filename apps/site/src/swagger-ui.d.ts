declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export { SwaggerUIBundle as default } from "swagger-ui-dist";
}
