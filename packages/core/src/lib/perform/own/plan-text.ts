import type { Plan } from '../../plan/model/plan.ts'
import { renderPlan } from '../../report/render/render-plan.ts'
import { hashText } from '../../text/hash-text.ts'
import type { Performer } from '../performer.ts'

interface PlanText {
  plan: Plan
  text: string
  digest: string
}

/** The last text by the run's function: each phase needs it, and it is as long as the plan. */
const last = new WeakMap<Performer['redact'], PlanText>()

/** Returns the text of the plan without secrets, as a run commits it, and its digest. */
export const planText = ({ state: { plan }, redact }: Pick<Performer, 'state' | 'redact'>): PlanText => {
  const known = last.get(redact)
  if (known?.plan === plan) return known
  const text = redact(renderPlan(plan))
  const found = { plan, text, digest: hashText(text) }
  last.set(redact, found)
  return found
}
