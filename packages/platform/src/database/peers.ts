/** Functions that are called with the notices of other processes. */
export interface PeerListeners {
  /** Called after other processes have written events. */
  readonly onEvents: () => void;
  /** Called with each message of another process. */
  readonly onMessage: (message: string) => void;
  /** Called each time a connection is established. Messages sent before are lost. */
  readonly onConnected: () => void;
}

/** The other processes that share the database. */
export interface Peers {
  /** Sends a message to the processes that listen. Drops a message of more than 7,800 bytes. */
  readonly send: (message: string) => Promise<void>;
  /** Listens until the returned function is called. */
  readonly listen: (listeners: PeerListeners) => () => Promise<void>;
}
