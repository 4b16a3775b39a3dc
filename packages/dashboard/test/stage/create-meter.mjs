/* global window, PerformanceObserver */

/**
 * Creates a meter of the work of a page's main thread: milliseconds of its CPU, of script in it, and the
 * longest task. The CPU time does not depend on what else the machine does; the longest task does.
 */
export const createMeter = async (page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const valueOf = (name) => metrics.find((metric) => metric.name === name).value * 1_000
    return { work: valueOf('TaskDuration'), script: valueOf('ScriptDuration') }
  }
  return {
    /** Takes an action, which ends when the page is done. */
    async measure(action) {
      await page.evaluate(() => {
        window.longestTask = 0
        window.taskObserver?.disconnect()
        window.taskObserver = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries())
            window.longestTask = Math.max(window.longestTask, duration)
        })
        window.taskObserver.observe({ entryTypes: ['longtask'] })
      })
      const before = await read()
      const since = performance.now()
      const value = await action()
      const wall = performance.now() - since
      const after = await read()
      return {
        ...{ value, wall, work: after.work - before.work, script: after.script - before.script },
        longest: await page.evaluate(() => window.longestTask ?? 0),
      }
    },
  }
}
