import { planBatches, type PlanCheck } from '@amelia/core'
import { type DashboardSource, PlanContents, RunPane } from '@amelia/dashboard'
import '@amelia/dashboard/style.css'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** The part of the page that shows a plan, and then its run, with the components of the dashboard. */
export interface RunView {
  /** Shows the phases of a plan that is not run yet; nothing for a plan that cannot be read. */
  showPlan(check: PlanCheck): void
  /** Shows a run, and follows it. */
  showRun(runId: string, source: DashboardSource): void
}

export const createRunView = (place: HTMLElement): RunView => {
  const root = createRoot(place)
  return {
    showPlan({ ok, plan, graph }) {
      place.hidden = !ok || plan === undefined
      if (!plan) return root.render(null)
      const batches = graph && planBatches(graph, plan.phases)
      root.render(createElement(PlanContents, { plan, batches }))
    },
    showRun(runId, source) {
      place.hidden = false
      root.render(createElement(RunPane, { key: runId, runId, source }))
    },
  }
}
