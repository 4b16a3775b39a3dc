/** The result of one check of `amelia doctor`. */
export interface Finding {
  name: string
  /** `info`: neither good nor bad. `fail`: a run cannot start, or not with the agents that it is to use. */
  status: 'ok' | 'info' | 'warn' | 'fail'
  detail: string
  /** How to fix it. */
  hint?: string
  /** Of an agent: whether it is installed, and its login in words, if it has one. */
  agent?: { isInstalled: boolean; login?: string }
}
