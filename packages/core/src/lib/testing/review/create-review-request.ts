import type { ReviewContext, ReviewRequest } from '../../contract/reviewer.ts'
import { phaseSchema } from '../../plan/plan-schema.ts'
import { createMemoryFiles } from '../memory/memory-files.ts'
import { createSessionRequest } from '../driver/create-session-request.ts'

const base = '0'.repeat(40)
const commit = '1'.repeat(40)

/** Creates the request of a review, as the engine does, with tools for its workspace. */
export const createReviewRequest = (more: Partial<ReviewRequest> = {}): ReviewRequest => {
  const workspace = more.workspace ?? { id: 'w', base: commit, fs: createMemoryFiles(new Map()) }
  return {
    run: { id: 'r1', title: 'Sums' },
    plan: { goal: 'Add numbers', title: 'Sums' },
    judges: 'change',
    base,
    commit,
    files: [{ path: 'src/sum.js', status: 'added', added: 1, removed: 0 }],
    readFile: async () => null,
    workspace,
    tools: createSessionRequest({ workspace, access: 'read' }).tools,
    checks: [],
    round: 1,
    previous: [],
    ...more,
  }
}

/** The part of a request that names the phase. */
export const phaseOfReview: Pick<ReviewRequest, 'phase' | 'attempt' | 'risk' | 'unit'> = {
  phase: phaseSchema.parse({ id: '1', title: 'Sum', body: 'Write a sum.' }),
  attempt: 1,
  risk: 'medium',
  unit: { kind: 'phase' },
}

/** Creates the context of a review. By default its `session` and `command` throw. */
export const createReviewContext = (
  services: Pick<ReviewContext, 'session' | 'command'> | undefined,
  signal: AbortSignal,
): ReviewContext => {
  const absent = (): Promise<never> =>
    Promise.reject(new Error('The subject provides no `session` or `command` for its review context.'))
  return { signal, emit: () => {}, session: absent, command: absent, ...services }
}
