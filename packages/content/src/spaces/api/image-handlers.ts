import { defineFeature, type Feature } from "@plugboard/platform";
import { isoTime, cutPage, keysetOf, showPage } from "@plugboard/platform/product";
import { imageExtensions } from "../image-type.ts";
import { deleteImage, getImage, getImageContent, type Image, listImages, uploadImage } from "../images.ts";
import { imageOperations } from "../contract/image-operations.ts";

export const imageFeature: Feature = defineFeature(imageOperations, (platform) => ({
  listImages: async ({ params: { spaceId }, query }) =>
    await showPage(
      cutPage(await listImages(platform, spaceId, keysetOf(query)), ({ id }) => id, query),
      toImageResource,
    ),
  uploadImage: async ({ params: { spaceId }, body, idempotencyKey }) => {
    const content = new Uint8Array(Buffer.from(body.content, "base64"));
    return toImageResource(await uploadImage(platform, spaceId, { content, idempotencyKey }));
  },
  getImage: async ({ params: { spaceId, imageId } }) =>
    toImageResource(await getImage(platform, spaceId, imageId)),
  getImageContent: async ({ params: { spaceId, imageId } }) => {
    const { type, content } = await getImageContent(platform, spaceId, imageId);
    return { type, content: Buffer.from(content).toString("base64") };
  },
  deleteImage: async ({ params: { spaceId, imageId } }) => await deleteImage(platform, spaceId, imageId),
}));

function toImageResource({ createdAt, ...image }: Image) {
  const path = `~images/${image.id}.${imageExtensions[image.type]}`;
  return { ...image, path, createdAt: isoTime(createdAt) };
}
