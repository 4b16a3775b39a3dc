import children from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

// Loaded before the command line: notes when each child process was started, and when it had ended.
const file = join(process.env.NOTE_CHILDREN, `${process.pid}`)
const { spawn } = children
children.spawn = (program, ...rest) => {
  const since = Date.now()
  const child = spawn(program, ...rest)
  const args = Array.isArray(rest[0]) ? rest[0] : []
  child.once('close', () =>
    appendFileSync(file, `${JSON.stringify({ program, args, span: [since, Date.now()] })}\n`),
  )
  return child
}
syncBuiltinESMExports()
