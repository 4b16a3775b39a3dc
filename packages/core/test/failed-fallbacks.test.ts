import { describe, expect, it } from 'vitest'
import { renderReport, words, renderReportPage } from '../src/view.ts'
import { createScriptedDriver } from '../src/testing.ts'
import { renderFeedback } from '../src/lib/report/render/render-feedback.ts'
import { runPlan, type RunPlanOptions } from './run-plan.ts'
import { batch, command } from './seeds/seed-plans.ts'

const fallbackCommands = ['ninja all', 'sh build.sh']
/** The planned command fails with an error, its first fallback is missing, and its second one fails. */
const results: Record<string, object | undefined> = {
  make: { exitCode: 2, output: 'cc main.c\nmain.c:3: error: expected ;' },
  sh: { exitCode: 1, output: 'build.sh: permission denied' },
}

const run = (more: Partial<RunPlanOptions> = {}) =>
  runPlan({
    plan: { phases: [batch('1', [], command('s', 'make', { fallbackCommands }))] },
    preset: 'intelligent',
    world: { commands: ({ argv }) => results[argv[0]!] },
    ...more,
  })

const headings = ['command: make', 'fallback 1 of 2: ninja all', 'fallback 2 of 2: sh build.sh']
const outputs = ['main.c:3: error: expected ;', 'ninja: not found', 'build.sh: permission denied']

/** Whether a text contains each part once, in this order. */
const expectOnce = (text: string, parts: readonly string[]): void => {
  const places = parts.map((part) => text.indexOf(part))
  expect(places, text).toEqual([...places].sort((a, b) => a - b))
  for (const part of parts) expect(text.split(part), `${part} in\n${text}`).toHaveLength(2)
}

describe('a step whose command and fallbacks fail', () => {
  it('keeps each try with its output, and the full outputs', async () => {
    const { report, host, run: made } = await run()
    const { failure } = report.phases[0]!
    expect(failure).toMatchObject({
      class: 'verification_failed',
      message: 'The command of step s exited with 2 instead of 0, and its 2 fallbacks failed: make',
      command: 'make',
      exitCode: 2,
      output: 'cc main.c\nmain.c:3: error: expected ;',
      tries: [
        {
          name: 'command',
          command: 'make',
          problem: 'exited with 2 instead of 0',
          exitCode: 2,
          output: 'cc main.c\nmain.c:3: error: expected ;',
        },
        {
          name: 'fallback 1 of 2',
          command: 'ninja all',
          problem: 'could not start',
          exitCode: 127,
          output: 'ninja: not found',
        },
        {
          command: 'sh build.sh',
          problem: 'exited with 1 instead of 0',
          exitCode: 1,
          output: 'build.sh: permission denied',
        },
      ],
    })
    expect(failure?.outputFile).toBe(failure?.tries?.[0]?.outputFile)
    for (const [index, { outputFile }] of failure!.tries!.entries()) {
      const name = /output\/.*$/.exec(outputFile ?? '')?.[0] ?? ''
      expect(await host.store.kept(made.id, name)).toContain(outputs[index])
    }
  })

  it('shows each try once in the gate, first try first', async () => {
    const { report } = await run()
    const [gate] = report.gates
    expect(gate?.question).not.toContain('last fallback')
    expectOnce(gate!.details.join('\n'), [
      ...['command: make', 'problem: exited with 2 instead of 0', 'exit code: 2', outputs[0]!, 'step-s.txt'],
      ...['fallback 1 of 2: ninja all', 'problem: could not start', outputs[1]!, 'step-s-fallback-1.txt'],
      ...['fallback 2 of 2: sh build.sh', 'exit code: 1\n', outputs[2]!, 'step-s-fallback-2.txt'],
    ])
  })

  it('shows each try once in the prompt of a repair', async () => {
    let prompt = ''
    const driver = createScriptedDriver((call) => {
      prompt ||= call.prompt
    })
    await run({ driver, preValidate: false })
    const result = prompt.slice(prompt.indexOf('## Result'), prompt.indexOf('## Task'))
    expectOnce(result, [headings[0]!, outputs[0]!, headings[1]!, outputs[1]!, headings[2]!, outputs[2]!])
  })

  it('shows each try once in the report, its page and the feedback', async () => {
    const { report, run: made } = await run({ preset: 'phased', maxAttempts: 1 })
    const told = [
      'step s: command exited with 2 instead of 0: main.c:3: error: expected ;',
      'fallback 1 of 2 could not start: ninja: not found',
      'fallback 2 of 2 exited with 1 instead of 0: build.sh: permission denied',
    ]
    expect(words.failureLines(report.phases[0]!.failure!)).toEqual(told)
    expectOnce(renderReport(report, { width: 120 }), told)
    expectOnce(renderReportPage(report), told)
    const { failure } = report.phases[0]!
    const feedback = renderFeedback(made.id, { id: '1', failures: [failure], reviews: [] } as never)
    expectOnce(feedback!, [headings[0]!, outputs[0]!, headings[1]!, outputs[1]!, headings[2]!, outputs[2]!])
  })

  it('keeps all outputs together as short as one', async () => {
    const output = (name: string): string =>
      Array.from({ length: 400 }, (_, line) => `${name} ${line} ${'x'.repeat(60)}`).join('\n')
    const many = Array.from({ length: 12 }, (_, index) => `other${index}`)
    const { report } = await run({
      plan: { phases: [batch('1', [], command('s', 'make', { fallbackCommands: many }))] },
      world: { commands: ({ argv }) => ({ exitCode: 1, output: output(argv[0]!) }) },
    })
    const tries = report.phases[0]!.failure!.tries!
    const lengths = tries.map((each) => each.output.length)
    expect(lengths.reduce((sum, length) => sum + length)).toBeLessThanOrEqual(4_000)
    expect(lengths[0]).toBeGreaterThan(1_500)
    expect(Math.max(...lengths.slice(1))).toBeLessThan(lengths[0]!)
    expect(tries[0]!.output).toContain('make 399 ')
  })
})

describe('a step whose command is missing, and whose fallback fails', () => {
  it('fails as the fallback did', async () => {
    const { report } = await run({ world: { commands: ({ argv }) => (argv[0] === 'sh' ? 1 : undefined) } })
    expect(report.phases[0]?.failure).toMatchObject({
      class: 'verification_failed',
      message: 'Fallback 2 of 2 of step s exited with 1 instead of 0: sh build.sh',
      command: 'sh build.sh',
      exitCode: 1,
      tries: [{ command: 'make', exitCode: 127 }, { command: 'ninja all' }, { command: 'sh build.sh' }],
    })
    expect(report.gates[0]?.blocker).toBe('command_failed')
  })

  it('needs a person if no fallback exists either', async () => {
    const { report } = await run({ world: { commands: () => undefined } })
    expect(report.phases[0]?.failure).toMatchObject({
      class: 'environment',
      message: 'The command of step s could not start, and its 2 fallbacks failed: make',
      command: 'make',
    })
  })
})
