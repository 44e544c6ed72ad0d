import {
  defineOperations,
  editors,
  everyMember,
  operation,
  pageOf,
  pageQuerySchema,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { ImageResource } from "../../client/types.ts";
import { contentLimits } from "../../limits/content-limits.ts";

const typeSchema = z.enum(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);

const imageSchema = shape(
  "ImageResource",
  "An image stored with a space. It never changes.",
  z.object({
    id: z.string(),
    spaceId: z.string(),
    type: typeSchema,
    bytes: z.int(),
    path: z
      .string()
      .describe(
        "The image's address in the Markdown of the space's pages, as in `![A diagram](~images/img_1.png)`. Sites serve it below their URL.",
      ),
    createdAt: z.iso.datetime(),
  }),
);

const uploadSchema = shape(
  "ImageUpload",
  "An image to store with a space.",
  z.object({
    content: z
      .base64("must be a file in base64")
      .min(1, "must not be empty")
      .max(contentLimits.imageLength, "must be at most 5 MiB of data")
      .describe(
        "PNG, JPEG, GIF, WebP or AVIF, at most 5 MiB, in base64. The type is detected from the content.",
      ),
  }),
);

const contentSchema = shape(
  "ImageContent",
  "The content of an image.",
  z.object({ type: typeSchema, content: z.string().describe("In base64.") }),
);

const image: ImageResource = {
  id: "img_1",
  spaceId: "spc_1",
  type: "image/png",
  bytes: 67,
  path: "~images/img_1.png",
  createdAt: "2026-01-15T09:30:00.000Z",
};
const content =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==";

/** Operations for the images of a space's pages. */
export const imageOperations = defineOperations(
  {
    listImages: operation({
      method: "GET",
      path: "/spaces/{spaceId}/images",
      tag: "Content",
      summary: "List the images of a space",
      access: { resource: "space", scope: "space:content:read" },
      roles: everyMember,
      query: pageQuerySchema,
      response: pageOf(imageSchema),
      example: { response: { items: [image] } },
    }),
    uploadImage: operation({
      method: "POST",
      path: "/spaces/{spaceId}/images",
      tag: "Content",
      summary: "Store an image for the pages of a space",
      access: { resource: "space", scope: "space:content:write" },
      roles: editors,
      body: uploadSchema,
      maxBodyBytes: contentLimits.imageBodyBytes,
      status: 201,
      response: imageSchema,
      idempotent: true,
      errors: ["conflict"],
      example: { body: { content }, response: image },
    }),
    getImage: operation({
      method: "GET",
      path: "/spaces/{spaceId}/images/{imageId}",
      tag: "Content",
      summary: "Read an image's type and size",
      access: { resource: "space", scope: "space:content:read" },
      roles: everyMember,
      response: imageSchema,
      example: { response: image },
    }),
    getImageContent: operation({
      method: "GET",
      path: "/spaces/{spaceId}/images/{imageId}/content",
      tag: "Content",
      summary: "Read an image's content",
      access: { resource: "space", scope: "space:content:read" },
      roles: everyMember,
      response: contentSchema,
      example: { response: { type: "image/png", content } },
    }),
    deleteImage: operation({
      method: "DELETE",
      path: "/spaces/{spaceId}/images/{imageId}",
      tag: "Content",
      summary: "Delete an image; pages that use it show a broken image",
      access: { resource: "space", scope: "space:content:write" },
      roles: editors,
      example: {},
    }),
  },
  pathParameters,
);
