import { randomBytes } from 'node:crypto'

/** The variable that marks the processes of a command at any depth. A nested command carries both marks. */
export const commandVariable = 'AMELIA_COMMAND'

/** The origin of a command's processes, as their mark states it. */
export interface CommandMark {
  /** The id of the run; empty for a command without one. */
  run: string
  /** The id of the phase; empty for work on the run itself. */
  phase: string
  /** The name of the server that the command started, which runs until the end of the run. */
  server?: string
}

/** Commands of different engine processes never have the same mark. */
const token = randomBytes(4).toString('hex')
let count = 0

/** Creates the mark of one command: `RUN.PHASE.TOKEN.NUMBER`, and for a server `.NAME`. */
export const createCommandMark = ({ run, phase, server }: CommandMark): string => {
  // Fixed length, so no mark is a prefix of another.
  const number = String(++count).padStart(9, '0')
  return [encode(run), encode(phase), token, number, ...(server === undefined ? [] : [encode(server)])].join(
    '.',
  )
}

/** Reads the marks in the initial environment of a process. */
export const readCommandMarks = (environment: string): CommandMark[] =>
  (readVariable(environment, commandVariable) ?? '').split(' ').flatMap((text) => {
    const [, run, phase, server] = /^([^.]*)\.([^.]*)\.[\da-f]{8}\.\d{9}(?:\.([^.]+))?$/.exec(text) ?? []
    if (run === undefined || phase === undefined) return []
    const mark = { run: decodeURIComponent(run), phase: decodeURIComponent(phase) }
    return [{ ...mark, ...(server !== undefined && { server: decodeURIComponent(server) }) }]
  })

/** Reads a variable of an environment whose variables are separated by NUL. */
export const readVariable = (environment: string, name: string): string | undefined =>
  environment
    .split('\0')
    .find((entry) => entry.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Leaves dots and spaces to the format. Text that is not valid Unicode is replaced. */
const encode = (text: string): string =>
  encodeURIComponent(Buffer.from(text).toString()).replaceAll('.', '%2E')
