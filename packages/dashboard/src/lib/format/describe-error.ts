import { words } from '@amelia/core/view'

/** The parts of an error of a source that its description depends on. */
const readError = (error: unknown): { code?: unknown; details?: { status?: number } } =>
  typeof error === 'object' && error !== null ? error : {}

/** Whether the server refuses the token of the page. */
export const isUnauthenticated = (error: unknown): boolean => {
  const { code, details } = readError(error)
  return code === 'REQUEST_REFUSED' && details?.status === 401
}

/** Whether the server cannot be reached, so that a request may succeed later. */
export const isUnreachable = (error: unknown): boolean => readError(error).code === 'SERVER_UNREACHABLE'

/** Whether a run does not exist. */
export const isNotFound = (error: unknown): boolean => readError(error).code === 'RUN_NOT_FOUND'

/** The id of a gate in the message of an error, with the article before it. */
const gateName = /\b(?:the )?gate "[^"]*"/gi

/** Describes an error for people. It leaves out the ids of gates, which people see as questions. */
export const describeError = (error: unknown): string => {
  if (isUnauthenticated(error))
    return 'The server does not accept the token of this page. Open the address that amelia ui prints.'
  if (readError(error).code === 'GATE_UNKNOWN') return 'This question is not open any more.'
  const message = error instanceof Error ? error.message : String(error)
  const text = message.replaceAll(gateName, (_, at: number) => (at === 0 ? 'This question' : 'this question'))
  return words.plainLabel(text) || 'Unknown error.'
}
