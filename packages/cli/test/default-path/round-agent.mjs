import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'

/**
 * An agent whose work needs another round: `node round-agent.mjs STORY LOG`. It logs its role, its prompt,
 * and the files that it finds, and prints a report or a verdict.
 */
const [story, log] = process.argv.slice(2)
let prompt = ''
for await (const chunk of process.stdin) prompt += chunk

const answer = (value) => console.log(`\`\`\`json\n${JSON.stringify(value)}\n\`\`\``)
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)
const isReview = prompt.startsWith('You review')
const phase = /(?:phase|Phase) (\w+)/.exec(prompt)?.[1]
const sessions = (read(log) ?? '').split('\n').filter(Boolean).map(JSON.parse)
const isEvaluation = prompt.startsWith('Reviewers commented')
const role = isReview ? 'reviewer' : isEvaluation ? 'evaluator' : 'developer'
const number = sessions.filter((session) => session.role === role && session.phase === phase).length + 1
const found = ['one.txt', 'two.txt', 'shared.txt', 'new.txt', 'old.txt', 'gone.txt', 'image.bin']
appendFileSync(
  log,
  `${JSON.stringify({ role, phase, prompt, files: Object.fromEntries(found.map((path) => [path, read(path)])) })}\n`,
)

const report = (more = {}) => answer({ status: 'done', summary: 'Done.', subtasks: [], files: [], ...more })
const reject = (message, file) =>
  answer({ approved: false, summary: 'Not yet.', comments: [{ severity: 'major', message, file, line: 1 }] })
const approve = () => answer({ approved: true, summary: 'Good.', comments: [] })

const bytes = (last) => new Uint8Array([0, 255, 1, last])

const stories = {
  /** Reviewers of both tasks ask for one change each. */
  reviewed: {
    developer() {
      const path = phase === '1' ? 'one.txt' : 'two.txt'
      writeFileSync(path, `${read(path) ?? ''}${number}\n`)
      report({ files: [path] })
    },
    reviewer: () => (number === 1 ? reject('Add a line.', phase === '1' ? 'one.txt' : 'two.txt') : approve()),
  },
  /** Each session adds a line and is not sure about it, and the reviewer has no comment. */
  approved: {
    developer() {
      writeFileSync('one.txt', `${read('one.txt') ?? ''}${number}\n`)
      report({ files: ['one.txt'], concerns: [`Is line ${number} long enough?`] })
    },
    reviewer: approve,
  },
  /** A reviewer always finds something else. */
  refused: {
    developer() {
      writeFileSync('one.txt', `${number}\n`)
      report()
    },
    reviewer: () => reject(`Wrong in part ${number}.`, `part-${number}.txt`),
  },
  /** The first session does a half and says so. */
  partial: {
    developer() {
      writeFileSync(number === 1 ? 'one.txt' : 'two.txt', `${number}\n`)
      report(number === 1 ? { status: 'partial', summary: 'A half.', notDone: ['two.txt'] } : {})
    },
    reviewer: approve,
  },
  /** Both phases change the same line; one also renames, deletes and changes what the other one edits. */
  conflict: {
    developer() {
      if (number > 1) {
        for (const path of ['shared.txt', 'new.txt', 'old.txt', 'gone.txt']) {
          const text = read(path)
          if (text?.includes('<<<<<<<'))
            writeFileSync(path, text.replace(/^(?:<<<<<<<|=======|>>>>>>>).*\n/gm, ''))
        }
        return report()
      }
      writeFileSync('shared.txt', `by ${phase}\n`)
      writeFileSync('image.bin', bytes(Number(phase)))
      if (phase === '1') {
        renameSync('old.txt', 'new.txt')
        rmSync('gone.txt')
      } else {
        writeFileSync('old.txt', `${read('old.txt')}by 2\n`)
        writeFileSync('gone.txt', `${read('gone.txt')}by 2\n`)
      }
      mkdirSync('done', { recursive: true })
      writeFileSync(`done/${phase}.txt`, '')
      report()
    },
    reviewer: approve,
  },
}

if (isEvaluation)
  answer({
    judgements: [...prompt.matchAll(/^- (\S+) \((?:major|minor|critical)\)/gm)].map(([, id]) => ({
      id,
      disposition: 'implement',
    })),
  })
else stories[story][role]()
