import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { readComments, type Thread } from './read-comments.ts'

/** At most this many threads are addressed by one run. */
const mostThreads = 200

/**
 * The threads that no earlier run has addressed, at most {@link mostThreads}. Reports the authors whose
 * comments are left out, and the number of threads past the limit.
 */
export const openThreads = (
  terminal: Pick<Terminal, 'error' | 'quiet'>,
  json: unknown,
  { authors, isAddressed }: { authors: readonly string[]; isAddressed: (id: string) => boolean },
): Thread[] => {
  const { threads, others } = readComments(json, authors)
  if (others.length > 0)
    printNote(
      terminal,
      `note: comments of ${others.slice(0, 10).join(', ')} are left out, because they cannot write to the repository; --author NAME includes them.\n`,
    )
  const open = threads.filter(({ id }) => id === '' || !isAddressed(id))
  if (open.length > mostThreads)
    printNote(
      terminal,
      `note: ${open.length - mostThreads} of ${open.length} comments are left out, because a run addresses at most ${mostThreads}; repeat amelia feedback after it.\n`,
    )
  return open.slice(0, mostThreads)
}
