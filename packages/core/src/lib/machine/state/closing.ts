import type { RefUpdate } from '../../contract/git-backend.ts'

/** The work on the final result, after every phase has ended. */
export interface Closing {
  stage: 'verifying' | 'reviewing' | 'waiting' | 'composing' | 'moving' | 'applying' | 'asking' | 'closed'
  refusals: number
  /** When reviewers that could not do their work are asked again, in milliseconds since 1970. */
  reviewAt?: number
  /** The commit that is being verified. */
  verifying?: string
  /** The run's last commit, and the one that people get. */
  commit?: string
  published?: string
  /** The intent. */
  updates?: RefUpdate[]
  note?: string
}

/** Whether work on the final result is running. */
export const isClosing = ({ closing }: { readonly closing?: Closing }): boolean =>
  closing !== undefined && closing.stage !== 'closed' && closing.stage !== 'asking'
