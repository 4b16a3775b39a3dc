interface FindingOutput {
  name: string
  /** `info`: neither good nor bad. `fail`: a run cannot start, or not with the agents that were named. */
  status: 'ok' | 'info' | 'warn' | 'fail'
  detail: string
  /** How to fix it. */
  hint: string | null
}

/** The output of `amelia doctor --json`. */
export interface DoctorOutput {
  version: 1
  ok: boolean
  checks: FindingOutput[]
}
