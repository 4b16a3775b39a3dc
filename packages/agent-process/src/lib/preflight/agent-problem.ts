/** A reason why sessions cannot run, found before the first one starts. */
export interface AgentProblem {
  /**
   * `key`: no key or login; `url`: invalid server address; `sdk`: the vendor's package is not installed;
   * `program`: the agent's program is not installed.
   */
  kind: 'key' | 'url' | 'sdk' | 'program'
  /** The problem, in one sentence for people. */
  message: string
  /** How to fix it. */
  hint: string
}
