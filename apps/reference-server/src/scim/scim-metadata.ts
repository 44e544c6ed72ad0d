import { limits } from "@plugboard/api/contract";
import { groupSchema, userSchema } from "./resource-schemas.ts";
import { grantableRoles } from "./scim-user.ts";

const schemaSchema = "urn:ietf:params:scim:schemas:core:2.0:Schema";
const resourceTypeSchema = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
const configSchema = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";

/** Returns the features of the server. Source: RFC 7643, section 5. */
export function serviceProviderConfig(baseUrl: string) {
  return {
    schemas: [configSchema],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: limits.pageItems },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "SCIM token",
        description: "A bearer token that an owner of the organization creates in the console.",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${baseUrl}/ServiceProviderConfig` },
  };
}

/** Returns the types of resources. Source: RFC 7643, section 6. */
export function resourceTypes(baseUrl: string) {
  return [
    {
      schemas: [resourceTypeSchema],
      id: "User",
      name: "User",
      endpoint: "/Users",
      description: "A member of the organization",
      schema: userSchema,
      meta: { resourceType: "ResourceType", location: `${baseUrl}/ResourceTypes/User` },
    },
    {
      schemas: [resourceTypeSchema],
      id: "Group",
      name: "Group",
      endpoint: "/Groups",
      description: "A group of members, for which an owner can choose a role",
      schema: groupSchema,
      meta: { resourceType: "ResourceType", location: `${baseUrl}/ResourceTypes/Group` },
    },
  ];
}

interface AttributeOptions {
  readonly type?: "boolean" | "complex" | "reference" | "string";
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: "immutable" | "readOnly" | "readWrite";
  readonly uniqueness?: "none" | "server";
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly object[];
}

function attribute(
  name: string,
  description: string,
  {
    type = "string",
    multiValued = false,
    required = false,
    caseExact = false,
    mutability = "readWrite",
    uniqueness = "none",
    ...more
  }: AttributeOptions = {},
) {
  return {
    name,
    type,
    multiValued,
    description,
    required,
    mutability,
    returned: "default",
    ...((type === "string" || type === "reference") && { caseExact }),
    ...(type !== "boolean" && { uniqueness }),
    ...more,
  };
}

const primary = attribute("primary", "Whether this is the preferred entry.", { type: "boolean" });
const kind = attribute("type", "A label, such as work.");

/** Returns the attributes that the server applies or stores. Source: RFC 7643, section 7. */
export function schemas(baseUrl: string) {
  return [
    {
      schemas: [schemaSchema],
      id: userSchema,
      name: "User",
      description: "A member of the organization",
      attributes: [
        attribute("userName", "Unique name, and the email address if there are no emails.", {
          required: true,
          uniqueness: "server",
        }),
        attribute("name", "The parts of the person's name.", {
          type: "complex",
          subAttributes: [
            attribute("formatted", "The full name."),
            attribute("familyName", "The family name."),
            attribute("givenName", "The given name."),
          ],
        }),
        attribute("displayName", "The name that other members see."),
        attribute("active", "Whether the member has access.", { type: "boolean" }),
        attribute("emails", "The primary one is the address that the person signs in with.", {
          type: "complex",
          multiValued: true,
          subAttributes: [attribute("value", "An email address."), kind, primary],
        }),
        attribute("roles", "The member's role.", {
          type: "complex",
          multiValued: true,
          subAttributes: [
            attribute("value", "The role.", { canonicalValues: grantableRoles }),
            attribute("primary", "Always true. Of several roles, the primary one is stored.", {
              type: "boolean",
              mutability: "readOnly",
            }),
          ],
        }),
        attribute("groups", "The groups of the user.", {
          type: "complex",
          multiValued: true,
          mutability: "readOnly",
          subAttributes: [
            attribute("value", "The id of a group.", { caseExact: true, mutability: "readOnly" }),
            attribute("$ref", "The URL of the group.", {
              type: "reference",
              referenceTypes: ["Group"],
              caseExact: true,
              mutability: "readOnly",
            }),
            attribute("display", "The name of the group.", { mutability: "readOnly" }),
          ],
        }),
      ],
      meta: { resourceType: "Schema", location: `${baseUrl}/Schemas/${userSchema}` },
    },
    {
      schemas: [schemaSchema],
      id: groupSchema,
      name: "Group",
      description: "A group of members, for which an owner can choose a role",
      attributes: [
        attribute("displayName", "Unique name.", { required: true, uniqueness: "server" }),
        attribute("members", "The users of the group.", {
          type: "complex",
          multiValued: true,
          subAttributes: [
            attribute("value", "The id of a user.", { caseExact: true, mutability: "immutable" }),
            attribute("$ref", "The URL of the user.", {
              type: "reference",
              referenceTypes: ["User"],
              caseExact: true,
              mutability: "immutable",
            }),
            attribute("type", "The type of the member.", {
              canonicalValues: ["User"],
              mutability: "immutable",
            }),
          ],
        }),
      ],
      meta: { resourceType: "Schema", location: `${baseUrl}/Schemas/${groupSchema}` },
    },
  ];
}
