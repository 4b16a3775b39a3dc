import { relative } from 'node:path'
import { createProject } from './create-project.ts'

const usage = 'Usage: npm create amelia [FOLDER]'

const print = (text: string): boolean => process.stdout.write(`${text}\n`)
const printError = (text: string): boolean => process.stderr.write(`${text}\n`)

/** Runs the program with its arguments, and returns its exit code. */
export const main = (args: readonly string[]): number => {
  if (args.includes('--help')) {
    print(`${usage}\n\nCreates a project in FOLDER, by default amelia-project.`)
    return 0
  }
  const [folder = 'amelia-project', ...more] = args
  if (folder.startsWith('-') || more.length > 0) {
    printError(`Expected one folder; got ${args.map((arg) => JSON.stringify(arg)).join(', ')}. ${usage}`)
    return 2
  }
  try {
    const place = createProject(folder)
    print(`Created ${place}.\n\nNext:
  cd ${relative('.', place) || '.'}
  npm install
  npm test
  git init && git add . && git commit -m Begin
  npm start`)
    return 0
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
    return 1
  }
}
