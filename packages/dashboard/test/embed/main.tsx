import { Dashboard, localSource } from '@amelia/dashboard'
import { createRoot } from 'react-dom/client'
import { makeHost, startRun } from '../pictures/make-run.ts'
import { shopPlan } from '../pictures/shop-plan.ts'

/** An application that has the dashboard in its page. */
const host = makeHost(14)
const runId = await startRun(host, shopPlan, { trust: 'standard' })
createRoot(document.getElementById('place')!).render(
  <Dashboard source={localSource({ host })} runId={runId} theme="light" />,
)
