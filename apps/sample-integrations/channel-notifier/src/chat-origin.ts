/** Where the chat is. Put the address of a real one here, and its paths where this is used. */
export const chatOrigin = "https://chat.example";
