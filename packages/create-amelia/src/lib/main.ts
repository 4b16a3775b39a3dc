import { relative } from 'node:path'
import { createProject } from './create-project.ts'

const usage = 'Usage: npm create amelia [FOLDER] [-- --typescript]'

const print = (text: string): boolean => process.stdout.write(`${text}\n`)
const printError = (text: string): boolean => process.stderr.write(`${text}\n`)

/** Runs the program with its arguments, and returns its exit code. */
export const main = (args: readonly string[]): number => {
  if (args.includes('--help') || args.includes('-h')) {
    print(
      `${usage}\n\nCreates a project in FOLDER, by default amelia-project: in JavaScript, or with --typescript in TypeScript.`,
    )
    return 0
  }
  const language = args.includes('--typescript') ? 'typescript' : 'javascript'
  const [folder = 'amelia-project', ...more] = args.filter((arg) => arg !== '--typescript')
  if (folder.startsWith('-') || more.length > 0) {
    printError(`Expected one folder; got ${args.map((arg) => JSON.stringify(arg)).join(', ')}. ${usage}`)
    return 2
  }
  try {
    const place = createProject(folder, language)
    const way = relative('.', place)
    const commands = [
      ...(way === '' ? [] : [`cd ${quoteWord(way)}`]),
      'npm install',
      'npm test',
      'git init && git add . && git commit -m Begin',
      'npm start',
    ]
    print(`Created ${place}.\n\nNext:\n${commands.map((line) => `  ${line}`).join('\n')}`)
    return 0
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
    return 1
  }
}

/** Returns a path as one word of a shell. */
const quoteWord = (path: string): string =>
  /^[\w./-]+$/.test(path) && !path.startsWith('-') ? path : `'${path.replaceAll("'", "'\\''")}'`
