import type { SessionProgress } from '@amelia/core/plugin'
import { createRun, type PlanDraft, type RunOptions } from '@amelia/core'
import {
  type CommandScript,
  createManualClock,
  createScriptedDriver,
  type ManualClock,
  memoryHost,
  type MemoryHost,
  type SessionScript,
} from '@amelia/core/testing'

/** Creates a host whose clock starts some time ago, and moves with the time. */
export const makeHost = (minutesAgo: number, commands?: CommandScript): MemoryHost<ManualClock> => {
  const clock = createManualClock(Date.now() - minutesAgo * 60_000)
  // Requests to a run, and waits, need a clock that moves, also after work has set it forward.
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    clock.advance(Math.round(now - last))
    last = now
  }, 100)
  return memoryHost({ clock, ...(commands && { commands }) })
}

/** Waits for some milliseconds of the browser. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/** Some turns of a session. */
const liveWork = (id: string): SessionProgress[] => [
  { type: 'text', text: 'The tests fail because `add` does not exist yet, as the plan expects.' },
  { type: 'tool', name: 'Read', summary: 'src/parts.ts' },
  { type: 'tool', name: 'Grep', summary: 'parts in src/checkout' },
  { type: 'tool', name: 'Edit', summary: `src/checkout/part-${id}.ts` },
  { type: 'tool', name: 'Bash', summary: `node --test test/part-${id}.test.ts` },
]

/** Writes a new module and its test, and changes a file that exists from the first phase on. */
const writeWork = async ({ fs }: Parameters<SessionScript>[0]['workspace'], id: string): Promise<void> => {
  const lines = [
    '/** The parts of the checkout, in order. */',
    'export const parts = [',
    "  'cart',",
    ']',
    '',
  ]
  await fs.writeFile(
    `/src/checkout/part-${id}.ts`,
    `import { parts } from '../parts.ts'\n\nconst limit = 12\n\n/** Adds the part to the list of parts. */\nexport const add = (list: string[], part = '${id}'): string[] => {\n  if (list.length >= limit) throw new Error(\`More than \${limit} parts\`)\n  return [...list, ...parts, part]\n}\n`,
  )
  await fs.writeFile(
    `/test/part-${id}.test.ts`,
    `import { add } from '../src/checkout/part-${id}.ts'\n\nit('adds the part', () => {\n  expect(add([])).toContain('${id}')\n})\n`,
  )
  if (id === '1') await fs.writeFile('/src/parts.ts', lines.join('\n'))
  if (id === '2b')
    await fs.writeFile(
      '/src/parts.ts',
      lines
        .join('\n')
        .replace(
          "  'cart',",
          "  // Saved cards come before the address, as the design shows.\n  'saved-cards',\n  'basket',",
        ),
    )
}

/** Works for some minutes of the host's clock, writes a file, and uses tokens. */
export const work =
  (clock: ManualClock, minutes: Record<string, number> = {}): SessionScript =>
  async ({ phase, workspace, role }, { emit, signal }) => {
    const id = phase?.id ?? 'run'
    emit({ type: 'tool', name: 'Read', summary: `src/${id}.ts` })
    emit({ type: 'text', text: `I start with the tests of ${phase?.title ?? 'the plan'}.` })
    const length = minutes[id] ?? 3
    if (length === Infinity) {
      await writeWork(workspace, id)
      // A page that was opened before shows all of it.
      for (;;) {
        await wait(1_500, signal)
        for (const progress of liveWork(id)) emit(progress)
      }
    }
    clock.advance(length * 60_000)
    if (role === 'developer') await writeWork(workspace, id)
    return {
      text: 'Done.',
      usage: {
        inputTokens: 48_200 * length,
        cachedInputTokens: 31_000 * length,
        outputTokens: 2_300 * length,
        usd: 0.21 * length,
      },
    }
  }

/** Creates and starts a run; its end is not awaited. */
export const startRun = async (
  host: MemoryHost<ManualClock>,
  plan: PlanDraft,
  { script = work(host.clock), ...options }: Partial<RunOptions> & { script?: SessionScript } = {},
): Promise<string> => {
  const run = await createRun({
    ...{ plan, host, concurrency: 3, trust: 'autonomous' },
    driver: createScriptedDriver(script),
    ...options,
  })
  void run.start().catch(() => {})
  return run.id
}
