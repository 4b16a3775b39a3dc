import type { PhaseReport } from '../../event/report.ts'
import { describeRestored } from '../describe-restored.ts'

/** Lists the deviations from the plan. */
export const notesOf = ({
  unchanged,
  adaptedSteps = [],
  skippedParts,
  cancelledSteps,
  byHand,
  fallbacks = [],
  unconfirmedFiles,
  ignoredFiles,
  concerns = [],
  approvals,
  restored = [],
}: PhaseReport): string[] => [
  ...(unchanged ? ['Changed no file.'] : []),
  ...adaptedSteps.map((text) => `Fixed by an agent: ${text}`),
  ...(skippedParts === undefined ? [] : [`Skipped: ${skippedParts.join(', ')}`]),
  ...(cancelledSteps === undefined ? [] : [`Stopped: ${cancelledSteps.join(', ')}`]),
  ...(byHand === undefined ? [] : [`Reported as done by hand: ${byHand.join(', ')}`]),
  ...fallbacks.map((text) => `Fallback used: ${text}`),
  ...(unconfirmedFiles === undefined
    ? []
    : [`Reported as changed by the agent, but not changed: ${unconfirmedFiles.join(', ')}`]),
  ...(ignoredFiles === undefined ? [] : [`Ignored by git, so not committed: ${ignoredFiles.join(', ')}`]),
  ...concerns.map((concern) => `Its agent asks to inspect: ${concern}`),
  ...(approvals === undefined ? [] : [`Approved by a person: ${approvals.join(', and ')}`]),
  ...describeRestored(restored.map(({ kept: _, ...file }) => file)).map(capitalise),
]

/** The text with a capital letter at its start. */
export const capitalise = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
