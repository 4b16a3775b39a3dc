import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { program } from './program.mjs'

/** Starts `amelia ui` in a process, and waits for its address. `kill` ends it as a crash does. */
export const startUi = async (repo, flags = [], env = {}) => {
  const child = spawn(process.execPath, [program, 'ui', '--no-open', '--repo', repo, ...flags], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  let output = ''
  const url = await new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
      const found = /http:\/\/\S+\n/.exec(output)
      if (found) resolve(found[0].trim())
    })
    child.on('close', (code) => reject(new Error(`amelia ui ended with ${code}: ${output}`)))
  })
  const end = async (signal) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  return { url, port: Number(new URL(url).port), stop: () => end('SIGINT'), kill: () => end('SIGKILL') }
}
