/** The isolation of scripts on this machine. */
export interface RunnerCapabilities {
  /** Whether scripts run as `nobody` instead of the server's user. */
  readonly ownUser: boolean;
  /**
   * Whether scripts run in empty user, network and IPC namespaces, where the egress guard is the only network
   * access.
   */
  readonly namespaces: boolean;
  /** Whether scripts are barred from gaining privileges, for example through a setuid program. */
  readonly noNewPrivileges: boolean;
  /** Whether the kernel blocks system calls that workerd doesn't need. */
  readonly systemCallFilter: boolean;
  /**
   * Whether the kernel enforces the memory limit. Otherwise the process is killed shortly after exceeding it.
   */
  readonly memoryLimit: boolean;
  /** The missing protections, as sentences for an operator. */
  readonly gaps: readonly string[];
}
