import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CodexStage, testKey } from './codex-stage.ts'

const main = pathToFileURL(resolve(import.meta.dirname, '../../../cli/src/index.ts')).href
const loaders = [
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
  pathToFileURL(join(import.meta.dirname, 'find-packages.ts')).href,
]

/** Starts the command line from source in its own process group. */
export const startAmelia = ({ model, home }: CodexStage, repo: string, words: readonly string[]) => {
  const program = `process.exitCode = await (await import('${main}')).main(${JSON.stringify(words)})`
  const args = ['--conditions=amelia-source', ...loaders.map((loader) => `--import=${loader}`)]
  const child = spawn(process.execPath, [...args, '--input-type=module', '--eval', program], {
    cwd: repo,
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      XDG_STATE_HOME: home,
      AMELIA_AGENTS: process.env['AMELIA_AGENTS'],
      NODE_PATH: join(process.env['AMELIA_AGENTS'] ?? '', 'node_modules'),
      OPENAI_API_KEY: testKey,
      OPENAI_BASE_URL: model.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((finish) => child.on('close', finish))
  const told = (text: string): Promise<void> =>
    new Promise((finish) => {
      const add = (more: string): void => {
        output += more
        if (output.includes(text)) finish()
      }
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', add)
      void ended.then(() => finish())
    })
  const draining = told('Draining')
  return {
    pid: child.pid ?? 0,
    ended,
    draining,
    output: () => output,
    signal: (signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal),
  }
}
