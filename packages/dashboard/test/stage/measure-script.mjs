import { setTimeout } from 'node:timers/promises'

/** Trace events that are JavaScript. Inside others of them they are counted once. */
const scripts = [
  ...['FunctionCall', 'RunMicrotasks', 'EvaluateScript'],
  ...['TimerFire', 'FireAnimationFrame', 'EventDispatch'],
]

/** Changes of a run come at most this often, in microseconds of the trace. */
const interval = 100_000

/**
 * Traces a page, and returns the milliseconds of script in each tenth of a second that has any: one change of
 * the run, with everything else that the page does.
 */
export const measureScript = async (browser, page, ms) => {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'v8.execute'] })
  await setTimeout(ms)
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()))
  const spans = traceEvents
    .filter(({ name, dur }) => scripts.includes(name) && dur > 0)
    .sort((one, other) => one.ts - other.ts)
  const times = new Map()
  let until = 0
  for (const { ts, dur, tdur } of spans) {
    if (ts < until) continue
    until = ts + dur
    const at = Math.floor(ts / interval)
    // The time of the thread: what other processes take does not count.
    times.set(at, (times.get(at) ?? 0) + (tdur ?? dur) / 1_000)
  }
  return [...times.values()]
}
