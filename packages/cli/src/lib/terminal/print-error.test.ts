import { AmeliaError } from '@amelia/core'
import { describe, expect, it } from 'vitest'
import { inFlags } from '../setting/flag/in-flags.ts'
import { printError } from './print-error.ts'
import { stoppedRun } from './stopped-run.ts'
import type { Terminal } from './terminal.ts'
import { usageError } from './usage-error.ts'

describe('printError', () => {
  const print = (error: unknown, options = {}) => {
    let text = ''
    const terminal = {
      error(piece: string) {
        text += piece
      },
      paintError: (piece: string) => piece,
    }
    return { code: printError(terminal as unknown as Terminal, error, { inFlags, ...options }), text }
  }

  it('prints errors that the user can correct, and returns 2', () => {
    expect(print(usageError('No such\u001b[31m thing.', 'Do this.'))).toEqual({
      code: 2,
      text: 'error: No such thing.\nDo this.\nUsage: amelia --help\n',
    })
    const none = new AmeliaError('NOT_A_REPOSITORY', '/x is not inside a git repository.', { path: '/x' })
    expect(print(none)).toEqual({
      code: 2,
      text: 'error: /x is not inside a git repository.\nPass the folder of a repository: --repo DIR.\n',
    })
    const target = new AmeliaError('TARGET_INVALID', 'No branch.', { target: 'x' })
    expect(print(target)).toEqual({ code: 2, text: 'error: No branch.\nUsage: amelia --help\n' })
  })

  it('names the disk for a store in files only', () => {
    const failed = (details: object) =>
      print(new AmeliaError('STORE_FAILED', 'Cannot write it.', { runId: 'r', ...details }))
    expect(failed({})).toEqual({
      code: 1,
      text: 'error: Cannot write it. [STORE_FAILED]\nTo check the disk: amelia doctor\n',
    })
    expect(failed({ database: 'failed' })).toEqual({
      code: 1,
      text: 'error: Cannot write it. [STORE_FAILED]\n',
    })
  })

  it('returns 2 for a database that cannot be used, unless a run has stopped', () => {
    const details = { runId: '', database: 'unusable' } as const
    const unusable = new AmeliaError('STORE_FAILED', 'Cannot use it. Check the user.', details)
    expect(print(unusable)).toEqual({
      code: 2,
      text: 'error: Cannot use it. Check the user.\n',
    })
    const terminal = { error: () => {}, paintError: (piece: string) => piece }
    stoppedRun.set(terminal, { runId: 'r1', resume: 'amelia resume r1' })
    expect(printError(terminal as unknown as Terminal, unusable, { inFlags })).toBe(1)
  })

  it('prints failures, and returns 1', () => {
    const locked = new AmeliaError('RUN_LOCKED', 'Locked by 12.', { runId: 'r', holder: '12' })
    expect(print(locked)).toEqual({
      code: 1,
      text: 'error: Locked by 12. [RUN_LOCKED]\nTo watch it: amelia watch r\n',
    })
    const { text } = print(locked, { place: () => ' --repo app$&' })
    expect(text).toContain('amelia watch r --repo app$&\n')
  })

  it('names the run that an error stops, and the command that continues it', () => {
    const run = { runId: 'r1', resume: 'amelia resume r1 --repo x' }
    const printIn = (error: unknown): string => {
      let text = ''
      const terminal = { error: (piece: string) => (text += piece), paintError: (piece: string) => piece }
      stoppedRun.set(terminal, run)
      printError(terminal as unknown as Terminal, error, { inFlags })
      return text
    }
    const last = 'Run r1 has stopped. To continue it: amelia resume r1 --repo x\n'
    const git = new AmeliaError('GIT_FAILED', 'git failed.', { command: 'git', exitCode: 1, output: '' })
    for (const error of [git, new TypeError('x'), 'text', usageError('No.', 'Do this.')])
      expect(printIn(error).split('\n').slice(-2).join('\n')).toBe(last.trimEnd() + '\n')
    const locked = new AmeliaError('LEASE_LOST', 'Taken.', { runId: 'r1' })
    expect(printIn(locked)).toBe('error: Taken. [LEASE_LOST]\nTo watch it: amelia watch r1\n')
  })

  it('asks to report unexpected errors, with the stack only on request', () => {
    const { code, text } = print(new TypeError('x is undefined'))
    expect(code).toBe(1)
    expect(text).toBe(
      'error: Unexpected: x is undefined [UNEXPECTED]\nThis is a bug in Amelia: please report it. Set AMELIA_DEBUG=1 to see the stack trace.\n',
    )
    expect(print(new TypeError('x'), { debug: true }).text).toMatch(/^TypeError: x\n\s+at /)
    expect(print(Object.assign(new Error('no space'), { code: 'ENOSPC' })).text).toContain('[ENOSPC]')
    expect(print('text').text).toContain('a value that is not an Error was thrown')
    expect(print(new AmeliaError('INTERNAL', 'Lost.', { where: 'here' })).text).toContain('Lost. [INTERNAL]')
  })
})
