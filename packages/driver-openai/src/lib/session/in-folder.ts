import { temporaryVariables } from '@amelia/agent-process'

/**
 * Calls a function for which `os.tmpdir()` is another folder until it returns or first waits.
 *
 * The SDK writes the schema of an answer to a folder there, in this process, and a killed process leaves it.
 * The SDK has no option for that folder.
 */
export const inFolder = <Result>(folder: string, call: () => Result): Result => {
  const before = temporaryVariables.map((name) => [name, process.env[name]] as const)
  for (const name of temporaryVariables) process.env[name] = folder
  try {
    return call()
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
}
