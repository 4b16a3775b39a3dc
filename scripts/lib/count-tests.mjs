/** Counts the results in vitest's JSON report. A file that could not be loaded counts as one failure. */
export const countTests = (report) => {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of report.testResults) {
    const states = file.assertionResults.map((test) => test.status)
    counts.passed += states.filter((state) => state === 'passed').length
    counts.failed += states.filter((state) => state === 'failed').length
    counts.skipped += states.filter((state) => state !== 'passed' && state !== 'failed').length
    if (file.status === 'failed' && !states.includes('failed')) counts.failed += 1
  }
  return counts
}
