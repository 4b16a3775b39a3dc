import { checkPlan } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { outlinePlan } from '@amelia/parser-outline'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** `npm run test:plans` sets a higher number. */
const documents = Number(process.env.PLAN_DOCUMENTS ?? 0)
const numRuns = documents > 0 ? Math.max(documents, 200_000) : 100

const parsers = [phaseTable(), taskHeading(), subtaskList(), checklist(), outlinePlan()]

/** Hides, damages or moves a unit: its heading without marks, its level, and its text. */
const edits: Record<string, (name: string, marks: string, body: string) => string> = {
  comment: (name, marks, body) => `<!--\n${marks} ${name}\n\n${body}\n-->`,
  'comment around the heading': (name, marks, body) => `<!-- ${marks} ${name} -->\n\n${body}`,
  details: (name, _, body) => `<details>\n<summary>${name}</summary>\n${body}\n</details>`,
  'HTML heading': (name, _, body) => `<h3>${name}</h3>\n\n${body}`,
  indent: (name, marks, body) => `text\n\n    ${marks} ${name}\n\n${body}`,
  quote: (name, marks, body) => `> ${marks} ${name}\n>\n> ${body}`,
  bold: (name, _, body) => `**${name}**\n\n${body}`,
  item: (name, _, body) => `- ${name}\n  ${body}`,
  'numbered item': (name, _, body) => `3. ${name}\n\n${body}`,
  cell: (name) => `| a | b |\n|---|---|\n| x | ${name} |`,
  fence: (name, marks, body) => `\`\`\`\n${marks} ${name}\n${body}\n\`\`\``,
  'Markdown fence': (name, marks, body) => `~~~md\n${marks} ${name}\n~~~sh\nx\n~~~\n${body}\n~~~`,
  'no-break space': (name, marks, body) => `${marks}\u00a0${name}\n\n${body}`,
  'zero-width space': (name, marks, body) => `\u200b${marks} ${name}\n\n${body}`,
  'seven marks': (name, _, body) => `####### ${name}\n\n${body}`,
  'escaped mark': (name, marks, body) => `\\${marks} ${name}\n\n${body}`,
  'no space': (name, marks, body) => `${marks}${name}\n\n${body}`,
  'no separator': (name, marks, body) => `${marks} ${name.replace(':', '')}\n\n${body}`,
  'no marks': (name, _, body) => `${name}\n\n${body}`,
  'other level': (name, marks, body) => `${marks}## ${name}\n\n${body}`,
  link: (name, _, body) => `[${name}](#there)\n\n${body}`,
}

const plan = fc.record({
  word: fc.constantFrom('Task', 'Phase', 'Step', 'Milestone'),
  marks: fc.constantFrom('##', '###'),
  count: fc.integer({ min: 3, max: 7 }),
  at: fc.nat(),
  edit: fc.constantFrom(...Object.keys(edits)),
  body: fc.constantFrom('Do it.', '- [ ] do it', '- [x] did it\n- [ ] do more'),
})

test(
  'a unit that is hidden, damaged or moved is read, or its line is in an issue',
  () => {
    fc.assert(
      fc.property(plan, ({ word, marks, count, at, edit, body }) => {
        // The first and the last unit show the range of the series.
        const changed = 1 + (at % (count - 2))
        const units = Array.from({ length: count }, (_, index) => {
          const name = `${word} ${index + 1}: Token${index}q`
          return index === changed ? edits[edit]!(name, marks, body) : `${marks} ${name}\n\n${body}`
        })
        const source = `# Plan\n\n${units.join('\n\n')}\n`
        const lines = source.split('\n')
        const check = checkPlan(source, { parsers })
        const parts = check.plan?.phases.flatMap((phase) => [phase, ...phase.subtasks]) ?? []
        for (let index = 0; index < count; index++) {
          const token = `Token${index}q`
          const line = lines.findIndex((text) => text.includes(token)) + 1
          const isRead = parts.some(({ title }) => title.includes(token))
          const isNamed = check.issues.some((issue) => issue.line === line || names(issue.message, line))
          expect(isRead || isNamed, `${token} of ${source}`).toBe(true)
          expect(check.reading?.context.some(({ text }) => text.includes(token)) ?? false).toBe(false)
        }
      }),
      { numRuns },
    )
  },
  60_000 + numRuns * 20,
)

const names = (message: string, line: number): boolean =>
  [...message.matchAll(/(\d+)(?: to (\d+))?/g)].some(
    ([, from, to]) => Number(from) <= line && line <= Number(to ?? from),
  )
