import type { DriverV1, SessionProgress } from '@amelia/core'
import { type CallContext, driverError, type SessionRequest, type Workspace } from '@amelia/core/plugin'
import type { Gateway } from './create-gateway.ts'
import type { Trial } from './create-trial.ts'
import { type Behaviour, requestTokens, type SimulatedPhase } from './draw-world.ts'
import type { Watch } from './watch-run.ts'

const textOf = async ({ fs }: Workspace, path: string): Promise<string> => {
  try {
    return new TextDecoder().decode(await fs.readFile(path))
  } catch {
    return ''
  }
}

/** A secret that agents repeat in their errors. It must never be stored or emitted. */
export const secret = 'hunter2-of-the-simulation'

/** Partial work that every check rejects. */
export const half = 'half'

/** Writes the work of a unit. Lines of others in a shared file stay. */
const write = async (workspace: Workspace, names: readonly string[], shares: boolean): Promise<void> => {
  for (const name of names) await workspace.fs.writeFile(`/${name}.txt`, `${name}\n`)
  if (!shares) return
  const text = await textOf(workspace, '/shared.txt')
  const lines = text.split('\n').filter((line) => line !== '' && !/^(?:<<<<<<<|=======|>>>>>>>)/.test(line))
  const all = new Set([...lines, ...names])
  await workspace.fs.writeFile('/shared.txt', `${[...all].sort().join('\n')}\n`)
}

/** The files of a unit, without their extension. */
const namesOf = ({ id, subtasks = [] }: SimulatedPhase, { unit }: SessionRequest): string[] => {
  if (unit?.kind === 'subtask') return [unit.subtaskId]
  return subtasks.length === 0 ? [id] : subtasks.map((subtask) => subtask.id)
}

/** Creates an agent whose sessions behave as the world defines. Each model request takes one second. */
export const simulatedDriver = (trial: Trial, gateway: Gateway, watch: Watch): DriverV1 => {
  const { world, scheduler, random, violations } = trial
  const clock = scheduler.clockOf(gateway)
  const isBudgeted = world.options.budget !== undefined || world.options.phaseBudget !== undefined
  let going = 0

  const behave = async (
    behaviour: Behaviour,
    phase: SimulatedPhase,
    request: SessionRequest,
    { signal, emit }: CallContext<SessionProgress>,
  ): Promise<void> => {
    const names = namesOf(phase, request)
    const [first = phase.id] = names
    let used = 0
    // Later sessions use fewer tokens; otherwise a small budget would never suffice.
    const most = (trial.sessions.get(phase.id) ?? 0) > 4 ? 1 : 4
    for (let left = isBudgeted ? 1 + random.below(most) : 1; left > 0; left--) {
      signal.throwIfAborted()
      used += requestTokens
      trial.used += requestTokens
      emit({ type: 'usage', usage: { inputTokens: used } })
      if (isBudgeted) await clock.wait(1_000, signal)
    }
    signal.throwIfAborted()
    switch (behaviour) {
      case 'works':
        return write(request.workspace, names, phase.shares)
      case 'dawdles':
        await clock.wait(600_000, signal)
        return write(request.workspace, names, phase.shares)
      case 'idles':
        trial.idled.add(phase.id)
        return
      case 'lies':
        return request.workspace.fs.writeFile(`/${first}.txt`, half)
      case 'fails':
        await request.workspace.fs.writeFile(`/${first}.txt`, half)
        throw new Error(`${phase.id} did not go well: ${secret} was refused`)
      case 'hangs':
        trial.hung++
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            trial.hung--
            reject(signal.reason as Error)
          }),
        )
      case 'refuses':
        throw driverError('permission')
      case 'is cut off':
        throw driverError('transient')
      case 'is turned away':
        throw driverError('rate_limited', { retryAfterMs: 20_000 })
      case 'overflows':
        throw driverError('context_overflow')
    }
  }

  return {
    contract: 'driver-v1',
    id: 'simulated',
    provider: 'simulated',
    meters: ['tokens'],
    async runSession(request, context) {
      const id = /^(?:You are working on phase|Continue with (?:phase|subtask)) (p\d+)/.exec(
        request.prompt,
      )?.[1]
      const phase = world.phases.find((one) => one.id === id)
      if (!phase) throw new Error(`No phase is named in: ${request.prompt.slice(0, 80)}`)
      const unit = request.unit?.kind === 'subtask' ? request.unit.subtaskId : 'phase'
      going++
      const { dir } = request.workspace
      let lives = true
      if (dir !== undefined) gateway.onDeath(() => lives && trial.orphans.push(dir))
      violations.check(
        going <= world.options.concurrency,
        'double commit',
        () => `${going} sessions go on at once, and ${world.options.concurrency} may`,
      )
      try {
        return await gateway.pass({
          name: 'driver.runSession',
          waits: true,
          faults: [],
          async perform() {
            context.signal.throwIfAborted()
            for (const orphan of trial.orphans) trial.place.disturb?.(orphan)
            watch.sessionBegins(phase.id, unit)
            const number = trial.sessions.get(phase.id) ?? 0
            trial.sessions.set(phase.id, number + 1)
            await behave(phase.behaviours[number] ?? 'works', phase, request, context)
            context.signal.throwIfAborted()
            return { sessionId: `session-${id}-${number}`, text: '', usage: {} }
          },
        })
      } finally {
        lives = false
        going--
      }
    },
  }
}
