export {
  createOpenApiDocument,
  type OpenApiDocument,
  type OpenApiDocumentOptions,
} from "./contract/create-openapi-document.ts";
