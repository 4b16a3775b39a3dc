import { execFileSync } from 'node:child_process'

/**
 * An agent that runs a command for each phase: `node shell-agent.mjs COMMANDS`, where `COMMANDS` is a JSON
 * object of commands by phase. It reports the lines that the command prints as its files. It approves what it
 * reviews.
 */
const commands = JSON.parse(process.argv[2])
let prompt = ''
for await (const chunk of process.stdin) prompt += chunk

const answer = (value) => console.log(`\`\`\`json\n${JSON.stringify(value)}\n\`\`\``)
if (/^You review/.test(prompt)) answer({ approved: true, summary: 'Reviewed.', comments: [] })
else {
  const id = /(?:working on phase|^Continue with phase) (\S+)/m.exec(prompt)[1]
  const printed = execFileSync('sh', ['-c', commands[id]], { encoding: 'utf8' })
  const files = printed.split('\n').filter((line) => line !== '')
  answer({ status: 'done', summary: `Did ${id}.`, subtasks: [], files, notDone: [] })
}
