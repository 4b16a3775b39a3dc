import { execSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * An agent whose reviews are a script: `node verdict-agent.mjs SCRIPT`. Each session as a reviewer or an
 * evaluator prints the next text of its list, or the last one; `CRASH` ends it with an error. A reviewer runs
 * the commands that its prompt names. A developer writes another file in each session.
 */
const [script] = process.argv.slice(2)
const { log, ...texts } = JSON.parse(readFileSync(script, 'utf8'))
let prompt = ''
for await (const chunk of process.stdin) prompt += chunk

const roles = [
  [/^You review|^Your verdict could not be parsed/, 'reviewer'],
  [/^Reviewers commented|^Your answer could not be parsed/, 'evaluator'],
]
const role = roles.find(([begins]) => begins.test(prompt))?.[1] ?? 'developer'
const sessions = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean).map(JSON.parse) : []
const before = sessions.filter((session) => session.role === role).length
const commands = role === 'reviewer' ? [...prompt.matchAll(/`(git diff [^`]+)`/g)].map(([, one]) => one) : []
const outputs = commands.map((command) => execSync(command, { encoding: 'utf8' }))
appendFileSync(log, `${JSON.stringify({ role, prompt, commands, outputs })}\n`)

if (role === 'developer') {
  const path = `slug-${before + 1}.js`
  writeFileSync(path, `export const slug = ${before + 1}\n`)
  const report = {
    status: 'done',
    summary: 'Slugs work.',
    subtasks: [],
    files: [path],
    notDone: ['Umlauts.'],
  }
  console.log(`\`\`\`json\n${JSON.stringify(report)}\n\`\`\``)
} else {
  const list = texts[role] ?? []
  const text = list[Math.min(before, list.length - 1)]
  if (text === 'CRASH') throw new Error('The agent crashed.')
  console.log(text)
}
