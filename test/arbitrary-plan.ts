import type { Plan, PlanDraft } from '@amelia/core'
import type { PhaseDraft, StepDraft, SubtaskDraft } from '@amelia/core/plugin'
import fc from 'fast-check'

/** A line of prose with characters that have a meaning in Markdown, tables and YAML. */
const line = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          'parse',
          'the',
          'queue',
          'v1.2',
          'Ünï',
          '漢字',
          '🚀',
          'snake_case',
          "don't",
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'a|b',
          '`code`',
          '*',
          '**x**',
          '[l](u)',
          '<br>',
          '<!--',
          '\\',
          '#',
          ': ',
          '- ',
          '!',
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'true',
          'null',
          '(test)',
          '&a',
          '~',
          '"',
          '{',
          '%',
          '@',
          '->',
          'Task 1: x',
          '&amp;',
        ),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }) },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((words) =>
    words
      .join(' ')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  )
  .filter((text) => /[\p{L}\p{N}]/u.test(text) && !/[✅✔☑✓🔄🚧⬜⏸⏭🚫⏳]/u.test(text))

const path = fc
  .tuple(
    fc.constantFrom('src/', 'test/', 'a/b-c/', ''),
    fc.constantFrom('one', 'two_2', 'x.test'),
    fc.constantFrom('.js', '.ts', '.md'),
  )
  .map((parts) => parts.join(''))
const content = fc
  .array(
    fc.oneof(
      line,
      fc.constantFrom('', '```', '````', '~~~', '  indented', '\ttab', '# heading', '| a | b |', '---'),
    ),
    { maxLength: 5 },
  )
  .map((lines) => lines.map((text) => `${text}\n`).join(''))
const risk = fc.constantFrom('low', 'medium', 'high')
const status = fc.constantFrom('pending', 'in_progress', 'done', 'skipped', 'deferred', 'cancelled')
/** Titles that imply a type for a subtask without one. */
const tellingTitle = fc.constantFrom(
  'Write the failing test',
  'Run the test to see it fail',
  'Implement the queue',
  'Add the field',
  'Run it: it passes',
  'Refactor',
  'Commit',
)
const type = fc.constantFrom('test', 'impl', 'refactor', 'other')

/** Acceptance checks that Markdown can express. */
const acceptance = fc.array(
  fc.record(
    {
      command: fc.constantFrom('npm test', 'node --test "a b"', 'go test ./...'),
      cwd: fc.constantFrom('packages/core', 'a-b'),
      expectExitCode: fc.constantFrom(0 as const, 'fail' as const),
    },
    { requiredKeys: ['command', 'expectExitCode'] },
  ),
  { maxLength: 2 },
)

/** Steps that a fence of a Markdown plan can express completely. */
const fenceStep = fc.oneof(
  fc.record({
    action: fc.constant('code' as const),
    filePath: path,
    codeChange: content,
    replace: fc.boolean(),
    risk,
  }),
  fc.record(
    {
      action: fc.constant('command' as const),
      command: fc.constantFrom('npm test', 'node --test "a b"', 'a | b && c', 'cat <<E\n```\nE'),
      shell: fc.constant(true),
      risk,
      expectExitCode: fc.constantFrom(0 as const, 2, 'fail' as const),
      cwd: fc.constantFrom('packages/core', 'with space'),
      expectedOutputPattern: fc.constantFrom('\\d+ passed', 'a "b" c', "it's"),
    },
    { requiredKeys: ['action', 'command', 'shell', 'risk', 'expectExitCode'] },
  ),
  fc.constant({ action: 'command', command: 'npm start &', shell: true, keep: 'server' } as const),
)

const anyStep = fc
  .record(
    {
      description: line,
      action: fc.constantFrom('code', 'command', 'validation', 'manual'),
      filePath: path,
      codeChange: fc.oneof(
        content,
        fc.constantFrom('', 'no end', ' leads\nx', 'x\n\n', '\nx', 'a\r\nb', '\u0085\u2028\ufeff'),
      ),
      replace: fc.boolean(),
      command: fc.constantFrom('npm test', 'node x.js'),
      shell: fc.boolean(),
      cwd: fc.constantFrom('packages/core', 'a b'),
      fallbackCommands: fc.array(fc.constantFrom('yarn test', 'make "x y"'), { maxLength: 2 }),
      expectExitCode: fc.constantFrom(0 as const, 1, 255, 'fail' as const),
      expectedOutputPattern: line,
      validationCommand: fc.constant('npm run lint'),
      successCriteria: line,
      risk,
      estimatedMinutes: fc.constantFrom(0, 1, 2, 2.5, 90),
      requiresHumanJudgment: fc.boolean(),
      isTestStep: fc.boolean(),
      keep: fc.constant('server' as const),
    },
    { requiredKeys: ['action', 'filePath', 'codeChange', 'command', 'validationCommand'] },
  )
  .map(({ keep, ...step }) => ({
    ...step,
    ...(keep && step.action === 'command' && (step.expectExitCode ?? 0) === 0 && { keep }),
  }))

/** `Phase N` or `Task N`: ids that every Markdown format keeps. */
const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1))
const words = [
  '2a',
  '2b',
  '1.1',
  '10',
  'wu-10',
  'setup',
  'all',
  'none',
  'na',
  'x_1',
  '3.10',
  'total',
  'phase',
  'ü',
  '0',
]

interface Shape {
  ids: (count: number) => string[]
  step: fc.Arbitrary<object>
  told: boolean
  bodies: boolean
}

const plan = ({ ids, step, told, bodies }: Shape): fc.Arbitrary<PlanDraft> =>
  fc
    .record({
      title: line,
      goal: line,
      trackerId: fc.option(fc.constantFrom('ABC-12', '7', 'x.y_z'), { nil: undefined }),
      tddApproach: bodies ? fc.boolean() : fc.constant(true),
      totalMinutes: told
        ? fc.constant(undefined)
        : fc.option(fc.constantFrom(0, 5, 12.5), { nil: undefined }),
      phases: fc.array(
        fc.record({
          title: line,
          body: bodies
            ? fc.oneof(
                fc.constant(''),
                content,
                fc.constantFrom(
                  '## Phase 1: x',
                  '### Task 1: y',
                  '- [ ] do',
                  '```sh\nls\n```',
                  '<!-- open',
                  '~~~',
                  '**Depends on:** 9',
                  '> quote\n- [x] a',
                  'a\n---\nb',
                ),
              )
            : fc.constant(''),
          dependsOn: fc.array(fc.nat(9), { maxLength: 3 }),
          parallelWith: fc.array(fc.nat(9), { maxLength: 2 }),
          files: fc.uniqueArray(path, { maxLength: 3 }),
          estimate: fc.option(fc.constantFrom(0, 1, 3, 2.5), { nil: undefined }),
          priority: fc.option(fc.integer({ min: -3, max: 999 }), { nil: undefined }),
          emptyOk: fc.option(fc.boolean(), { nil: undefined }),
          agent: fc.option(fc.constantFrom('claude', 'codex'), { nil: undefined }),
          model: fc.option(fc.constantFrom('opus', 'gpt-5.5', 'org/model:4'), { nil: undefined }),
          queue: fc.option(fc.constantFrom('gpu', 'large-memory'), { nil: undefined }),
          acceptance,
          status,
          risk,
          subtasks: fc.array(
            fc.record({
              title: fc.oneof({ weight: 3, arbitrary: line }, { weight: 2, arbitrary: tellingTitle }),
              type,
              done: fc.boolean(),
              steps: fc.array(step, { minLength: told ? 0 : 1, maxLength: 3 }),
            }),
            { maxLength: 3 },
          ),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    })
    .map(({ phases, trackerId, ...head }): PlanDraft => {
      const names = ids(phases.length)
      const own = (list: number[], index: number, below: boolean): string[] => [
        ...new Set(
          list
            .filter((at) => at !== index && (below ? at < index : at < phases.length))
            .map((at) => names[at] ?? ''),
        ),
      ]
      return {
        ...head,
        ...(trackerId !== undefined && { trackerId }),
        // Derived, so that the other values of a seed stay.
        ...(head.goal.length % 3 === 0 && { meta: { 'a: #b': head.goal, n: [1, null, '\u2028'] } }),
        phases: phases.map(
          (
            { subtasks, estimate, priority, emptyOk, agent, model, acceptance, files, ...phase },
            index,
          ): PhaseDraft => {
            const id = names[index] ?? ''
            return {
              ...phase,
              id,
              dependsOn: own(phase.dependsOn, index, true),
              parallelWith: own(phase.parallelWith, index, false),
              files,
              ...(estimate !== undefined && { estimate }),
              ...(priority !== undefined && { priority }),
              ...(emptyOk !== undefined && { emptyOk }),
              ...(agent !== undefined && { agent }),
              ...(model !== undefined && { model }),
              ...(acceptance.length > 0 && { acceptance }),
              subtasks: subtasks.map(({ done, steps, ...subtask }, at): SubtaskDraft => {
                const made = steps.map(
                  (one, number) => ({ ...one, id: `${id}.${at + 1}.${number + 1}` }) as StepDraft,
                )
                return {
                  ...subtask,
                  id: `${id}.${at + 1}`,
                  files: [...new Set(made.flatMap((one) => one.filePath ?? []))],
                  status: done && steps.length === 0 ? 'done' : 'pending',
                  steps: made,
                }
              }),
            }
          },
        ),
      }
    })

/** Any valid plan, including properties that formats cannot express. */
export const anyPlan: fc.Arbitrary<PlanDraft> = fc
  .shuffledSubarray(words, { minLength: 6, maxLength: 6 })
  .chain((names) => plan({ ids: (count) => names.slice(0, count), step: anyStep, told: true, bodies: true }))

/** A plan that a Markdown format can express completely, except for the descriptions of commands. */
export const markdownPlan: fc.Arbitrary<PlanDraft> = plan({
  ids: numbers,
  step: fenceStep,
  told: true,
  bodies: false,
})

/** A plan without positions and bodies, and with the descriptions that reading returns. */
export const essence = (read: Plan): unknown =>
  JSON.parse(
    JSON.stringify({ ...read, source: '', format: '' }, (key, value: unknown) =>
      key === 'line' || key === 'body' || key === 'marks' ? undefined : value,
    ),
  )
