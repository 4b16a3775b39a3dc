/** An agent for the test. With the argument `hang` it does nothing and never ends; else it writes a file. */
import { writeFileSync } from 'node:fs'
import { setInterval } from 'node:timers'

if (process.argv.includes('hang')) setInterval(() => {}, 1000)
else {
  writeFileSync('notes.txt', 'done\n')
  const work = { summary: 'Wrote the notes.', subtasks: [], files: ['notes.txt'], notDone: [] }
  const report = { status: 'done', ...work, verdict: 'approve', comments: [] }
  console.log(`\`\`\`json\n${JSON.stringify(report)}\n\`\`\``)
}
