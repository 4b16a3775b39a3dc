import { definePlan } from '@amelia/core'
import { beginJournal, createRunState, readSettings, replay, transition } from '@amelia/core/machine'

const phases = ['Parser', 'Command line'].map((title, index) => ({ id: `${index + 1}`, title }))
const plan = definePlan({ phases })
const rules = readSettings({ plan, trust: 'autonomous', hooks: 'off', artifacts: 'none' })
const start = { runId: 'r1', plan, settings: { ...rules, execution: 'example' }, targetCommit: null }
const [state, journal] = [createRunState(start), [beginJournal(start)]]
const work = { commit: 'c1', tree: 't1', files: ['a.txt'] }
const answers = {
  prepare_run: ({ base }) => ({ type: 'run_prepared', head: base }),
  move_refs: (effect) => ({ ...effect, type: 'refs_moved' }),
  open_workspace: (effect) => ({ ...effect, type: 'workspace_opened' }),
  run_unit: (effect) => ({ ...effect, type: 'unit_finished', result: { outcome: 'completed' } }),
  commit_attempt: (effect) => ({ ...effect, type: 'attempt_committed', ...work }),
  merge: (effect) => ({ ...effect, type: 'merged', tree: 't2' }),
  compose: (effect) => ({ ...effect, type: 'composed', commit: `c-${effect.phaseId}` }),
  prepare_move: (effect) => ({ ...effect, type: 'move_prepared', updates: [] }),
}
const unanswered = ['close_workspace', 'finish']
const inputs = [{ type: 'run_started', at: Date.now(), base: 'c0', target: 'refs/heads/example' }]
for (const input of inputs) {
  journal.push({ seq: journal.length + 1, value: input })
  for (const effect of transition(state, input).effects)
    if (effect.type in answers) inputs.push({ ...answers[effect.type](effect), at: Date.now() })
    else if (!unanswered.includes(effect.type)) throw new Error(`The engine does not answer ${effect.type}.`)
}
for (const { type, phaseId = '' } of replay(journal).events) console.log(type, phaseId)
