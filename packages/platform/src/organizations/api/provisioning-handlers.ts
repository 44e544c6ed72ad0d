import { provisioningOperations } from "@plugboard/api/contract";
import { isoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import {
  createProvisionedGroup,
  findProvisionedGroups,
  getProvisionedGroup,
  removeProvisionedGroup,
  setProvisionedGroupRole,
  updateProvisionedGroup,
} from "../provisioned-groups.ts";
import {
  createProvisionedUser,
  getProvisionedUser,
  findProvisionedUsers,
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
  removeProvisionedUser: async ({ params: { organizationId, provisionedUserId }, ifMatch }) =>
    await removeProvisionedUser(platform, organizationId, provisionedUserId, ifMatch),
  findProvisionedGroups: async ({ params: { organizationId }, query }) => {
    const { groups, total } = await findProvisionedGroups(platform, organizationId, query);
    return { groups: groups.map(show), total };
  },
  createProvisionedGroup: async ({ params: { organizationId }, body }) =>
    show(await createProvisionedGroup(platform, organizationId, body)),
  getProvisionedGroup: async ({ params: { organizationId, provisionedGroupId } }) =>
    show(await getProvisionedGroup(platform, organizationId, provisionedGroupId)),
  updateProvisionedGroup: async ({ params: { organizationId, provisionedGroupId }, body, ifMatch }) =>
    show(await updateProvisionedGroup(platform, organizationId, provisionedGroupId, body, ifMatch)),
  removeProvisionedGroup: async ({ params: { organizationId, provisionedGroupId }, ifMatch }) =>
    await removeProvisionedGroup(platform, organizationId, provisionedGroupId, ifMatch),
  setProvisionedGroupRole: async ({ params: { organizationId, provisionedGroupId }, body: { role } }) =>
    show(await setProvisionedGroupRole(platform, organizationId, provisionedGroupId, role)),
}));

function show<Resource extends { readonly createdAt: number; readonly updatedAt: number }>({
  createdAt,
  updatedAt,
  ...resource
}: Resource) {
  return { ...resource, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}
