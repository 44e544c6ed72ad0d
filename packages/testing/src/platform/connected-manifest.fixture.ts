const properties = `
    properties:
      channel:
        type: string
        title: Channel
        description: Where messages go
      oauth_credentials:
        type: button
        title: Connection
        description: Connects to Acme
        button_text: Connect
        callback_url: /oauth`;

/** A manifest with a connection on each level. The organization's is required. */
export const connectedManifest: string = `
name: acme
title: Acme
description: Connects to Acme
organization: acme
visibility: private
scopes: [site:views:read]
configurations:
  account:${properties}
    required: [oauth_credentials]
  space:${properties}
  site:${properties}
`;
