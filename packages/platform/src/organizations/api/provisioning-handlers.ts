import type { ProvisionedUserResource } from "@plugboard/api/client";
import { provisioningOperations } from "@plugboard/api/contract";
import { isoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import {
  createProvisionedUser,
  getProvisionedUser,
  findProvisionedUsers,
  type ProvisionedUser,
  removeProvisionedUser,
  replaceProvisionedUser,
} from "../provisioned-users.ts";

export const provisioningFeature: Feature = defineFeature(provisioningOperations, (platform) => ({
  findProvisionedUsers: async ({ params: { organizationId }, query }) => {
    const { users, total } = await findProvisionedUsers(platform, organizationId, query);
    return { users: users.map(show), total };
  },
  createProvisionedUser: async ({ params: { organizationId }, body }) =>
    show(await createProvisionedUser(platform, organizationId, body)),
  getProvisionedUser: async ({ params: { organizationId, provisionedUserId } }) =>
    show(await getProvisionedUser(platform, organizationId, provisionedUserId)),
  replaceProvisionedUser: async ({ params: { organizationId, provisionedUserId }, body, ifMatch }) =>
    show(await replaceProvisionedUser(platform, organizationId, provisionedUserId, body, ifMatch)),
  removeProvisionedUser: async ({ params: { organizationId, provisionedUserId } }) =>
    await removeProvisionedUser(platform, organizationId, provisionedUserId),
}));

function show({ createdAt, updatedAt, ...user }: ProvisionedUser): ProvisionedUserResource {
  return { ...user, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}
