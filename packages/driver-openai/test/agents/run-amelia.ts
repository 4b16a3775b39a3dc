import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { folder, testKey } from './codex-stage.ts'

const main = pathToFileURL(resolve(import.meta.dirname, '../../../cli/src/index.ts')).href
const loaders = [
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
  pathToFileURL(join(import.meta.dirname, 'find-packages.ts')).href,
]

/** Runs the command line from source, with an importable SDK. */
export const runAmelia = async (
  words: string[],
  cwd: string,
  environment: Record<string, string>,
): Promise<{ code: unknown; stdout: string; stderr: string }> => {
  const program = `
    const { main } = await import(${JSON.stringify(main)})
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
    PATH: process.env['PATH'],
    HOME: folder('user-home'),
    AMELIA_AGENTS: process.env['AMELIA_AGENTS'],
    // The driver's own check searches there, too.
    NODE_PATH: join(process.env['AMELIA_AGENTS'] ?? '', 'node_modules'),
    OPENAI_API_KEY: testKey,
    ...environment,
  }
  return promisify(execFile)(process.execPath, args, { cwd, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: unknown; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}
