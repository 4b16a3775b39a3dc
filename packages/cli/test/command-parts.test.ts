import { AmeliaError, type Report, type RunStatus } from '@amelia/core'
import { describe, expect, it } from 'vitest'
import { exitCodeOf } from '../src/lib/terminal/exit-code.ts'
import { gateKeys } from '../src/lib/question/gate-keys.ts'
import { nextSteps } from '../src/lib/stored/next-steps.ts'
import { printError } from '../src/lib/terminal/print-error.ts'
import { quoteArgument } from '../src/lib/setting/quote-argument.ts'
import { renderGate } from '../src/lib/question/render-gate.ts'
import type { Terminal } from '../src/lib/terminal/terminal.ts'
import { usageError } from '../src/lib/terminal/usage-error.ts'
import { watchSignals } from '../src/lib/terminal/watch-signals.ts'

describe('exitCodeOf', () => {
  it.each<[RunStatus, number]>([
    ['completed', 0],
    ['partial', 1],
    ['failed', 1],
    ['aborted', 1],
    ['waiting', 3],
    ['cancelled', 130],
  ])('%s is %d', (status, code) => {
    expect(exitCodeOf(status)).toBe(code)
  })
})

describe('quoteArgument', () => {
  it.each([
    ['plain/path-1.md', 'plain/path-1.md'],
    ['', "''"],
    ['two words', "'two words'"],
    ["it's", "'it'\\''s'"],
    ['$HOME', "'$HOME'"],
  ])('%s', (argument, quoted) => {
    expect(quoteArgument(argument)).toBe(quoted)
  })
})

describe('gates', () => {
  it('have one key per answer', () => {
    const labels = (choices: Parameters<typeof gateKeys>[0]) => gateKeys(choices).map(({ label }) => label)
    expect(labels(['approve', 'reject'])).toEqual(['[a]pprove', '[r]eject'])
    expect(labels(['approve', 'feedback', 'abort'])).toEqual(['[a]pprove', '[f]eedback', 'a[b]ort'])
    expect(labels(['retry', 'accept', 'skip', 'abort'])).toEqual(['[r]etry', '[a]ccept', '[s]kip', 'a[b]ort'])
    expect(gateKeys(['reject', 'retry']).map(({ key }) => key)).toEqual(['r', 'e'])
  })

  it('are shown in full', () => {
    const gate = { question: 'Continue?\u001b[2J', details: ['rm -rf build'], suggestions: ['check first'] }
    expect(renderGate(gate, gateKeys(['approve', 'reject']), { columns: 40, paint: (text) => text })).toBe(
      '\n? Continue?\n  rm -rf build\n  Suggestion: check first\n[a]pprove [r]eject\n',
    )
  })

  it('repeat the question after long details', () => {
    const shown = (lines: number): number => {
      const details = Array.from({ length: lines }, (_, index) => `fact ${index}`)
      const text = renderGate({ question: 'Accept it?', details, suggestions: [] }, gateKeys(['approve']), {
        columns: 40,
        paint: (line) => line,
      })
      return text.split('? Accept it?').length - 1
    }
    expect([shown(15), shown(16)]).toEqual([1, 2])
  })
})

describe('nextSteps', () => {
  const report = (more: Partial<Report>): Report => ({
    runId: 'r',
    goal: '',
    status: 'completed',
    base: '',
    head: '',
    checks: [],
    debts: [],
    target: 'refs/heads/amelia/x',
    publish: 'phase',
    targetPublished: true,
    phases: [{ id: '1', title: '', status: 'completed', attempt: 1, checks: [] }],
    gates: [],
    spent: { tokens: 0, usd: 0, wallMs: 0, sessions: 0 },
    startedAt: '',
    durationMs: 0,
    ...more,
  })
  const options = { repo: '.' }
  const merge = ['To merge the result:', '  git merge amelia/x']
  const gate = { id: 'g', phaseIds: [], question: '', details: [], suggestions: [], choices: [] }

  it('list the next commands', () => {
    expect(nextSteps(report({}), options)).toEqual(merge)
    expect(nextSteps(report({}), { ...options, repo: '/a b' })[1]).toBe("  git -C '/a b' merge amelia/x")
    expect(nextSteps(report({ targetPublished: false }), options)).toEqual([])
    expect(nextSteps(report({ phases: [] }), options)).toEqual([])
    expect(nextSteps(report({ status: 'failed' }), options)).toEqual([
      ...merge,
      'Fix the cause, then resume:',
      '  amelia resume r',
    ])
    expect(nextSteps(report({ status: 'cancelled' }), options).slice(-2)).toEqual([
      'To resume:',
      '  amelia resume r',
    ])
    expect(nextSteps(report({ status: 'partial' }), options)[0]).toContain('skipped')
    expect(nextSteps(report({ status: 'aborted' }), options)).toEqual(merge)
  })

  it.each([
    [{}, merge],
    [
      { status: 'aborted', targetPublished: false },
      ['To merge the result:', '  git merge refs/amelia/r/head'],
    ],
    [{ status: 'aborted', targetPublished: false, reverted: true }, []],
    [
      { publish: 'single', status: 'aborted', targetPublished: false },
      ['To merge the result:', '  git merge refs/amelia/r/head'],
    ],
    [{ publish: 'message-only' }, ['To commit the result:', '  git commit']],
    [{ publish: 'message-only', targetPublished: false, targetNote: 'The files were not copied. ...' }, []],
    [
      { publish: 'message-only', status: 'aborted', targetPublished: false },
      ['To merge the result:', '  git merge --squash refs/amelia/r/head'],
    ],
    [{ publish: 'message-only', status: 'aborted', targetPublished: false, reverted: true }, []],
  ] as [Partial<Report>, string[]][])('follow the publishing mode: %j', (more, expected) => {
    expect(nextSteps(report(more), options)).toEqual(expected)
  })

  it('list the commands that answer, with all flags that are not stored', () => {
    const gates = [
      { ...gate, id: 'plan', kind: 'plan' as const, choices: ['approve' as const, 'reject' as const] },
      { ...gate, id: 'blocker:2 b:1', kind: 'blocker' as const, choices: ['retry' as const] },
    ]
    expect(nextSteps(report({ status: 'waiting', gates }), options)).toEqual([
      'To answer (amelia status lists the other answers):',
      '  amelia answer r plan approve',
      "  amelia answer r 'blocker:2 b:1' retry",
      'Then resume:',
      '  amelia resume r',
    ])
    const flags = {
      repo: '/a b',
      driver: 'steps',
      setup: ['npm ci'],
      copy: ['.env'],
      link: ['data', 'more'],
      sign: true,
    }
    const steps = nextSteps(report({ status: 'waiting', gates: gates.slice(1) }), flags)
    expect(steps).toEqual([
      'To answer:',
      "  amelia answer r 'blocker:2 b:1' retry --repo '/a b'",
      'Then resume:',
      "  amelia resume r --repo '/a b' --setup 'npm ci' --copy .env --link data --link more --sign",
    ])
    const agent = { driver: 'command', agent: 'aider --yes', agentEnv: ['KEY'] }
    expect(nextSteps(report({ status: 'cancelled' }), { ...options, ...agent }).at(-1)).toBe(
      "  amelia resume r --driver command --agent 'aider --yes' --agent-env KEY",
    )
    const many = Array.from({ length: 12 }, (_, n) => ({ ...gates[1]!, id: `g${n}` }))
    expect(nextSteps(report({ status: 'waiting', gates: many }), options).slice(10, 12)).toEqual([
      '  amelia answer r g9 retry',
      '  and 2 more: amelia status r',
    ])
    expect(nextSteps(report({ status: 'running', gates: gates.slice(1) }), options)).toHaveLength(2)
    expect(nextSteps(report({ status: 'running' }), options)).toEqual([])
  })
})

describe('watchSignals', () => {
  it('drains, cancels, then exits; SIGTERM only drains (fault 60)', () => {
    const calls: string[] = []
    const run = { drain: () => calls.push('drain'), cancel: () => calls.push('cancel') }
    const signals = watchSignals(
      run,
      (interruption) => calls.push(interruption),
      () => calls.push('exit'),
    )
    process.emit('SIGTERM')
    process.emit('SIGTERM')
    expect(calls).toEqual(['drain', 'draining'])
    process.emit('SIGINT')
    signals.interrupt()
    expect(calls).toEqual(['drain', 'draining', 'cancel', 'cancelling', 'exit'])
    signals.close()
    expect(process.listenerCount('SIGINT', signals.interrupt)).toBe(0)
  })
})

describe('printError', () => {
  const print = (error: unknown, env = {}) => {
    let text = ''
    const terminal = {
      error(piece: string) {
        text += piece
      },
      paintError: (piece: string) => piece,
    }
    return { code: printError(terminal as unknown as Terminal, error, env), text }
  }

  it('prints errors that the user can correct, and returns 2', () => {
    expect(print(usageError('No such\u001b[31m thing.', 'Do this.'))).toEqual({
      code: 2,
      text: 'error: No such thing.\nDo this.\n',
    })
    const none = new AmeliaError('NOT_A_REPOSITORY', '/x is not inside a git repository.', { path: '/x' })
    expect(print(none)).toEqual({
      code: 2,
      text: 'error: /x is not inside a git repository.\n',
    })
    const target = new AmeliaError('TARGET_INVALID', 'No branch.', { target: 'x' })
    expect(print(target)).toEqual({ code: 2, text: 'error: No branch.\n' })
  })

  it('prints failures, and returns 1', () => {
    const held = new AmeliaError('RUN_HELD', 'Held by 12.', { runId: 'r', holder: '12' })
    expect(print(held)).toEqual({ code: 1, text: 'error: Held by 12. [RUN_HELD]\n' })
  })

  it('asks to report unexpected errors, with the stack only on request', () => {
    const { code, text } = print(new TypeError('x is undefined'))
    expect(code).toBe(1)
    expect(text).toBe(
      'error: Unexpected: x is undefined [UNEXPECTED]\nThis is a bug in Amelia: please report it. Set AMELIA_DEBUG=1 to see the stack trace.\n',
    )
    expect(print(new TypeError('x'), { AMELIA_DEBUG: '1' }).text).toMatch(/^TypeError: x\n\s+at /)
    expect(print(Object.assign(new Error('no space'), { code: 'ENOSPC' })).text).toContain('[ENOSPC]')
    expect(print('text').text).toContain('a value that is not an Error was thrown')
    expect(print(new AmeliaError('INTERNAL', 'Lost.', { where: 'here' })).text).toContain('Lost. [INTERNAL]')
  })
})
