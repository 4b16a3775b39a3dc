import { relative } from 'node:path'
import { createProject } from './create-project.ts'

const usage = 'Usage: npm create amelia [FOLDER]'

/** Runs the program with its arguments, and returns its exit code. */
export const main = (args: readonly string[]): number => {
  if (args.includes('--help')) {
    console.log(`${usage}\n\nCreates a project in FOLDER, by default amelia-project.`)
    return 0
  }
  const [folder = 'amelia-project', ...more] = args
  if (folder.startsWith('-') || more.length > 0) {
    console.error(`Expected one folder; got ${args.map((arg) => JSON.stringify(arg)).join(', ')}. ${usage}`)
    return 2
  }
  try {
    const place = createProject(folder)
    console.log(`Created ${place}.\n\nNext:
  cd ${relative('.', place) || '.'}
  npm install
  npm test
  git init && git add . && git commit -m Begin
  npm start`)
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
}
