import { spawn } from 'node:child_process'
import { root } from './project.mjs'

/**
 * Runs a program to its end. With `inherit` it writes to this terminal, otherwise its output is collected.
 *
 * Resolves with the exit code (128 and more after a signal, 127 if the program does not exist) and the
 * output.
 */
export const runProcess = (command, args, { cwd = root, env = process.env, inherit = false } = {}) =>
  new Promise((resolve) => {
    // On Windows, npm and npx are batch files, which need a shell. Their arguments here are plain words.
    const shell = process.platform === 'win32' && /^(?:npm|npx)$/.test(command)
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }

    // Ctrl-C also reaches the child: this process stays until the child has ended.
    const stay = () => {}
    const stop = () => child.kill('SIGTERM')
    process.on('SIGINT', stay).on('SIGTERM', stop)
    const settle = (code) => {
      process.off('SIGINT', stay).off('SIGTERM', stop)
      resolve({ code, output })
    }
    child.on('error', (error) => {
      output += error.code === 'ENOENT' ? `${command} was not found.\n` : `${error.message}\n`
      settle(127)
    })
    child.on('close', (code, signal) => settle(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })

export const runNode = (script, args, options) => runProcess(process.execPath, [script, ...args], options)

export const lastLines = (output, count = 40) => output.trimEnd().split('\n').slice(-count).join('\n')

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`
