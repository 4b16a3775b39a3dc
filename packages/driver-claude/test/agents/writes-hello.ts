import { call, diffCommand, done, finish, type Script, textOf, toolResults } from './fake-anthropic.ts'

const plan = `# Words

| Phase | Title | Depends On | Status |
|-------|-------|------------|--------|
| 1 | A file | - | pending |

### Phase 1: A file

Write the file hello.txt.
`

/** The developer writes the file, and a reviewer approves if it sees the file. */
const model: Script = (request) => {
  const { messages } = request.body
  const isFirst = messages.every(({ role }) => role !== 'assistant')
  if (!textOf(request).includes('You review phase'))
    return isFirst
      ? call('Bash', { command: 'echo hello > hello.txt' })
      : finish(request, done('The file is there.', { files: ['hello.txt'] }))
  if (isFirst) return call('Bash', { command: diffCommand(request) })
  const approved = toolResults(request).join().includes('+hello')
  return finish(request, { approved, summary: 'Seen.', comments: [] })
}

/** A plan with one phase in prose, and its model. */
export const writesHello = { plan, model }
