import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const task = (number: number): string => `### Task ${number}: Parse the header of message ${number}

**Files:**
- Create: \`src/header-${number}.ts\`
- Test: \`src/header-${number}.test.ts\`

- [ ] **Step 1: Write the failing test**

\`\`\`ts
import { readHeader } from './header-${number}.ts'

it('reads the header', () => {
  expect(readHeader('a: b')).toEqual({ name: 'a', value: 'b' })
})
\`\`\`

- [ ] **Step 2: Run the test**

Run: \`npm test -- src/header-${number}.test.ts\`
Expected: FAIL, because \`readHeader\` is missing. The parser of the previous task calls it for each line.

- [ ] **Step 3: Implement it, keep the limits of the specification, and commit the result**

`

/** A task whose work is in lists. */
const listTask = (number: number): string => `### Task ${number}: Parse the header of message ${number}

**Files:**
- Create: \`src/header-${number}.ts\`
- Test: \`src/header-${number}.test.ts\`

- [ ] **Step 1: Write the failing test**
- [ ] **Step 2: Run it and see it fail, because the parser of the previous task calls it for each line**
- [ ] **Step 3: Implement it, keep the limits of the specification, and record them in the notes**
- Notes: the header of a message has at most 40 fields, and a field has at most 998 characters.
  Fields that are folded are joined, and a name occurs once; a later one replaces it.
- [ ] **Step 4: Update the documentation of the header**

Run: \`npm test -- src/header-${number}.test.ts\`
Expected: PASS

`

/** A plan of at least 50 KB. */
const createPlan = (task: (number: number) => string): string => {
  let plan = '# Message parser\n\n**Goal:** Read messages.\n\n'
  for (let number = 1; plan.length < 50_000; number++) plan += task(number)
  return plan
}

/** The name of a command, its arguments after `node`, and its folder if that matters. */
export type Command = [name: string, args: string[], cwd?: string]

/** Calls `use` with commands of the built command line, whose plans exist for that long. */
export const withCommands = (root: string, use: (commands: Command[]) => void): void => {
  const amelia = join(root, 'packages/cli/bin/amelia.js')
  const folder = mkdtempSync(join(tmpdir(), 'amelia-bench-'))
  try {
    const plan = join(folder, 'plan.md')
    writeFileSync(plan, createPlan(task))
    const lists = join(folder, 'lists.md')
    writeFileSync(lists, createPlan(listTask))
    const config = join(folder, 'amelia.config.json')
    writeFileSync(config, '{ "trust": "standard" }\n')
    use([
      ['node -e 0', ['-e', '0']],
      ['amelia --help', [amelia, '--help']],
      ['amelia check', [amelia, 'check', plan]],
      ['amelia check, lists', [amelia, 'check', lists]],
      ['amelia check, config file', [amelia, 'check', plan, '--config', config]],
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
