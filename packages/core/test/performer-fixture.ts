import type { GitBackendV1 } from '../src/lib/contract/git-backend.ts'
import type { Workspace } from '../src/lib/contract/workspace.ts'
import type { InputDraft } from '../src/lib/machine/state/input/input.ts'
import type { PhaseState } from '../src/lib/machine/state/phase-state.ts'
import { createRunState, type RunState } from '../src/lib/machine/state/run-state.ts'
import type { RunSettings } from '../src/lib/machine/state/run-settings.ts'
import type { PlanDraft } from '../src/lib/plan/model/plan.ts'
import type { Step, StepDraft } from '../src/lib/plan/model/step.ts'
import { planSchema, stepSchema } from '../src/lib/plan/plan-schema.ts'
import { redactSecrets } from '../src/lib/text/secret/match-secrets.ts'
import type { Performer } from '../src/lib/perform/performer.ts'
import { presets } from '../src/lib/run/settings/presets.ts'
import {
  memoryHost,
  createScriptedDriver,
  createSessionRequest,
  type MemoryGit,
  type ManualClock,
  type MemoryHost,
  type MemoryHostOptions,
  type ScriptedDriver,
  type SessionScript,
} from '../src/testing.ts'
import { phase } from './sample-plan.ts'

export interface PerformerFixture {
  /** Its state is writable, so that a test can set it up. */
  performer: Omit<Performer, 'state'> & { readonly state: RunState }
  host: MemoryHost<ManualClock>
  driver: ScriptedDriver
  /** The inputs that the performers sent to the machine. */
  inputs: InputDraft[]
  stop: AbortController
  /** The artifacts of the run, by name. */
  kept: Map<string, string>
  phase(id: string): PhaseState
  /** Opens the workspace of a phase on the run's head. */
  open(id: string): Promise<Workspace>
}

export interface PerformerOptions {
  plan?: PlanDraft
  settings?: Partial<RunSettings>
  world?: MemoryHostOptions
  session?: SessionScript
  secrets?: readonly string[]
  /** Phases whose checks run at the same time as every check. */
  beside?: readonly string[]
  /** Replaces methods of the memory git. */
  git?: (git: MemoryGit) => Partial<GitBackendV1>
}

/** Creates the parts that performers share, without a loop or a machine. */
export const createPerformer = ({
  plan = { title: 'Work', phases: [phase('a')] },
  settings = {},
  world = {},
  session,
  git = () => ({}),
  secrets = [],
  beside = [],
}: PerformerOptions = {}): PerformerFixture => {
  const host = memoryHost({ ...world, clock: 'manual' })
  const state = createRunState({
    runId: 'r1',
    plan: planSchema.parse(plan),
    settings: {
      ...presets.phased,
      artifacts: 'none',
      execution: '2026-01-01-work',
      planApproved: true,
      checks: [],
      checkpoints: 'trust',
      review: { phase: false, run: false },
      ...settings,
    },
    targetCommit: null,
  })
  const head = host.git.refs.get('refs/heads/main')!
  Object.assign(state, {
    base: head,
    head,
    headRef: head,
    status: 'running',
  })
  state.target.ref = 'refs/heads/amelia/work'
  for (const { attempt } of state.phases) Object.assign(attempt, { base: head })
  const driver = createScriptedDriver(session, session ? { reviews: session } : {})
  const stop = new AbortController()
  const kept = new Map<string, string>()
  const inputs: InputDraft[] = []
  const performer: PerformerFixture['performer'] = {
    state,
    host: { ...host, git: { ...host.git, ...git(host.git) } },
    lease: 'lease',
    driver,
    driverFor: () => performer.driver,
    reviewers: [],
    workspaces: new Map(),
    signal: stop.signal,
    baseRuns: new Map(),
    ownMoves: new Set(),
    planted: new Map(),
    secrets,
    keep: async (name, text) => {
      kept.set(name, text)
      return `kept/${name}`
    },
    functions: {},
    callFunction: async (_, workspace, call) => call(workspace, stop.signal),
    guard: ({ workspace, run }) => run(workspace),
    redact: (text) => redactSecrets(text, secrets),
    feed: (input) => void inputs.push(input),
    feedAndWait: async (input) => void inputs.push(input),
    command: (request) => host.commands.run({ ...request, signal: stop.signal }),
    check: async (request) => ({
      ...(await host.commands.run({ ...request, signal: stop.signal })),
      beside,
    }),
    session: (request, emit, agent = driver) =>
      agent.runSession(createSessionRequest({ ...request, commands: host.commands, signal: stop.signal }), {
        signal: stop.signal,
        emit: (progress) => emit(progress, 's1'),
      }),
    tools: (workspace) => createSessionRequest({ workspace, access: 'read', signal: stop.signal }).tools,
    ownEvent: () => {},
    progress: () => {},
  }
  return {
    performer,
    host,
    driver,
    inputs,
    stop,
    kept,
    phase: (id) => state.phases[state.graph.index.get(id)!]!,
    async open(id) {
      const workspace = await host.git.openWorkspace({ runId: 'r1', base: head })
      performer.workspaces.set(id, workspace)
      return workspace
    },
  }
}

/** Completes a step from the properties that a test gives. */
export const readStep = (draft: Partial<StepDraft>): Step =>
  stepSchema.parse({ id: 's1', action: 'command', ...draft })
