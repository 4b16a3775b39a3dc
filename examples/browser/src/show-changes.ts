import type { GitBackendV1 } from '@amelia/core'
import { type FileChange, listChanges } from './list-changes.ts'
import { makeElement } from './make-element.ts'

const signs = { minus: '- ', plus: '+ ', both: '  ' }

/** Number of displayed lines per file. */
const most = 400

/** Creates elements for the changes of a commit. The run's own files are collapsed. */
export const showChanges = async (git: GitBackendV1, from: string, to: string): Promise<HTMLElement[]> =>
  (await listChanges(git, from, to)).map(showFile)

const showFile = ({ path, status, lines }: FileChange): HTMLElement => {
  const file = makeElement('details', '', 'change')
  file.open = !path.startsWith('docs/amelia/')
  const title = makeElement('summary', path)
  title.append(makeElement('span', status))
  const text = makeElement('pre')
  // Makes long lines scrollable by keyboard.
  text.tabIndex = 0
  text.ariaLabel = `Changes in ${path}`
  text.append(
    ...lines.slice(0, most).map((line) => makeElement('span', signs[line.side] + line.text, line.side)),
  )
  if (lines.length > most) text.append(makeElement('span', `  ${lines.length - most} more lines`, 'both'))
  file.append(title, text)
  return file
}
