import { relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { askOptions } from './ask-options.ts'
import { createProject, type ProjectOptions } from './create-project.ts'
import { help, readArgs } from './read-args.ts'

const print = (text: string): boolean => process.stdout.write(`${text}\n`)
const printError = (text: string): boolean => process.stderr.write(`${text}\n`)
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs the program with its arguments, and resolves with its exit code. */
export const main = async (args: readonly string[]): Promise<number> => {
  let given: ReturnType<typeof readArgs>
  try {
    given = readArgs(args)
  } catch (error) {
    printError(`${messageOf(error)}\n\n${help}`)
    return 2
  }
  if (given.help) {
    print(help)
    return 0
  }
  try {
    const isTerminal = process.stdin.isTTY && process.stdout.isTTY
    const options = given.ask && isTerminal ? await ask() : given.options
    const place = createProject(given.folder, options)
    print(`Created ${place}.\n\nNext:\n${nextCommands(place, options).join('\n')}`)
    return 0
  } catch (error) {
    printError(messageOf(error))
    return 1
  }
}

const ask = async (): Promise<ProjectOptions> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<never>((_resolve, reject) =>
    terminal.once('close', () => reject(new Error('Nothing was created.'))),
  )
  try {
    return await Promise.race([askOptions(terminal), closed])
  } finally {
    terminal.close()
  }
}

const nextCommands = (place: string, { server = false }: ProjectOptions): string[] => {
  const way = relative('.', place)
  const commands = [
    ...(way === '' ? [] : [`cd ${quoteWord(way)}`]),
    'npm install',
    'npm test',
    'git init && git add . && git commit -m Begin',
    'npm start',
    ...(server ? ['AMELIA_TOKEN=$(openssl rand -hex 16) npm run serve'] : []),
  ]
  return commands.map((line) => `  ${line}`)
}

/** Returns a path as one word of a shell. */
const quoteWord = (path: string): string =>
  /^[\w./-]+$/.test(path) && !path.startsWith('-') ? path : `'${path.replaceAll("'", "'\\''")}'`
