import { spawnSync } from 'node:child_process'

const report =
  'process.on("exit",()=>{const u=process.resourceUsage();process.stderr.write("\\nCPU "+(u.userCPUTime+u.systemCPUTime)/1000)})'

/** Returns the CPU time of a new process in ms. A program that is loaded first measures it when it ends. */
export const cpuOf = (args: readonly string[], cwd?: string): number => {
  const preload = `data:text/javascript,${encodeURIComponent(report)}`
  const { stderr } = spawnSync(process.execPath, ['--import', preload, ...args], { encoding: 'utf8', cwd })
  return Number(stderr.split('\nCPU ').at(-1))
}
