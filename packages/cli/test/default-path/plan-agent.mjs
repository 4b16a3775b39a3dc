import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * An agent with a script: `node plan-agent.mjs SCRIPT`. For each phase or subtask that its prompt assigns, it
 * writes the files that the script lists for it; of several lists, one for each session, the last one
 * repeated. It approves what it reviews, and reports what it did, with the fields of `reports` for a phase.
 * It rewrites any document as `plan`.
 */
const [script] = process.argv.slice(2)
const { work, log, plan, reports = {} } = JSON.parse(readFileSync(script, 'utf8'))
let prompt = ''
for await (const chunk of process.stdin) prompt += chunk

const answer = (value) => console.log(`\`\`\`json\n${JSON.stringify(value)}\n\`\`\``)
const note = (line) => appendFileSync(log, `${JSON.stringify(line)}\n`)

const kind = /^You review (the final result|phase)/.exec(prompt)?.[1]
if (kind !== undefined) {
  note({ role: 'reviewer', scope: kind === 'phase' ? 'phase' : 'run', prompt })
  const names = [...prompt.matchAll(/^- `([^`]+)`, to be answered by name/gm)].map(([, name]) => name)
  const criteria = names.map((name) => ({ name, met: true, reason: 'Seen.' }))
  answer({ approved: true, summary: 'Reviewed.', comments: [], ...(names.length > 0 && { criteria }) })
} else if (plan !== undefined && prompt.includes('Rewrite the document')) {
  note({ role: 'architect', prompt })
  console.log(plan)
} else if (prompt.includes('about to be executed by a program')) {
  note({ role: 'validator', prompt })
  console.log('{ "ok": true, "issues": [] }')
} else {
  const phase = /(?:working on phase|^Continue with phase|follows up .*phase) (\S+)/m.exec(prompt)?.[1]
  const part = /^Your part of phase \S+ is (\S+)/m.exec(prompt)?.[1]
  const assignment = /^## Assignment\n([^]*?)^## /m.exec(prompt)?.[1] ?? ''
  const parts = [...assignment.matchAll(/^### (\S+) \[\w+\]|\[(\d\S*?)(?:: your part)?\]$/gm)].map(
    ([, one, two]) => one ?? two,
  )
  const ids = part === undefined ? [phase, ...parts] : [part]
  const earlier = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean).map(JSON.parse) : []
  note({ role: 'developer', phase, ids, prompt })
  const files = []
  for (const id of ids) {
    const lists = [work[id] ?? {}].flat()
    const before = earlier.filter((each) => each.role === 'developer' && each.ids.includes(id)).length
    for (const [path, text] of Object.entries(lists[Math.min(before, lists.length - 1)])) {
      files.push(path)
      if (text === null) rmSync(path, { force: true })
      else {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, text)
      }
    }
  }
  const subtasks = parts.map((id) => ({ id, status: 'done', summary: '' }))
  answer({
    status: 'done',
    summary: `Did ${ids.join(', ')}.`,
    subtasks: part === undefined ? subtasks : [],
    files,
    notDone: [],
    ...reports[phase],
  })
}
