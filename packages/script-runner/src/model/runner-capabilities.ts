/** What keeps scripts apart on this machine. */
export interface RunnerCapabilities {
  /** Scripts run as the user `nobody`, and not as the user of the server. */
  readonly ownUser: boolean;
  /** Scripts run in user, network and IPC namespaces that are empty: outside of the egress guard there is no network. */
  readonly namespaces: boolean;
  /** Scripts run without the right to gain privileges, such as by starting a setuid program. */
  readonly noNewPrivileges: boolean;
  /** The kernel refuses system calls that workerd has no use for. */
  readonly systemCallFilter: boolean;
  /** The kernel refuses memory over the limit. Otherwise the process is killed a moment later. */
  readonly memoryLimit: boolean;
  /** What this machine does not contain, in sentences for an operator. */
  readonly gaps: readonly string[];
}
