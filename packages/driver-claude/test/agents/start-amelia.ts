import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { agentHostEnvironment, agentsEnvironment, type RealClaude } from './real-claude.ts'

const main = resolve(import.meta.dirname, '../../../cli/src/index.ts')
const loaders = [
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
  pathToFileURL(join(import.meta.dirname, 'find-packages.ts')).href,
]

/** The exit code and the output of the command line. */
interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** A process of the command line, in its own process group. */
export interface StartedAmelia {
  pid: number
  outcome: Promise<Outcome>
  /** Resolves when stderr contains the text, or at the end. */
  told(text: string): Promise<void>
}

/** Starts the command line from source in a repository, with an importable SDK. */
export const startAmelia = (
  claude: Pick<RealClaude, 'dir' | 'home' | 'proxy' | 'api'>,
  repo: string,
  words: readonly string[],
  environment: Record<string, string>,
): StartedAmelia => {
  const program = `
    const { main } = await import(${JSON.stringify(pathToFileURL(main).href)})
    process.exitCode = await main(${JSON.stringify(words)})
  `
  const args = [
    '--conditions=amelia-source',
    ...loaders.map((loader) => `--import=${loader}`),
    '--input-type=module',
    '--eval',
    program,
  ]
  const env = {
    ...agentHostEnvironment(dirname(claude.dir), claude.proxy),
    ...agentsEnvironment(),
    ANTHROPIC_BASE_URL: claude.api.url,
    CLAUDE_CONFIG_DIR: claude.home,
    ...environment,
  }
  const child = spawn(process.execPath, args, {
    ...{ cwd: repo, env, detached: true },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const outcome = new Promise<Outcome>((finish, reject) =>
    child.on('error', reject).on('close', (code) => finish({ code, stdout, stderr })),
  )
  return {
    pid: child.pid ?? 0,
    outcome,
    told: (text) =>
      new Promise((finish) => {
        const check = (): void => {
          if (stderr.includes(text)) finish()
        }
        child.stderr.on('data', check)
        child.on('close', () => finish())
        check()
      }),
  }
}
