/**
 * Turns a test file that could not be loaded into a failed test.
 *
 * Stryker's runner for vitest reads only tests: if a mutant breaks a module while it loads, there are none,
 * and the mutant would count as undetected (stryker-mutator/stryker-js, issue 6150).
 */
export default class {
  onTestRunEnd(modules) {
    for (const { task: file } of modules) {
      if (file.result?.state !== 'fail' || file.tasks.length > 0) continue
      const test = {
        type: 'test',
        id: `${file.id}_load`,
        name: 'loads',
        mode: 'run',
        meta: {},
        file,
        suite: file,
      }
      file.tasks.push({ ...test, result: { state: 'fail', errors: file.result.errors ?? [] } })
    }
  }
}
