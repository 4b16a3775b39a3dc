/** The files of a program: the workspace at `/workspace`, and folders that last as long as the command. */
export interface BashFiles {
  /** Reads a file as UTF-8. */
  readFile(path: string): Promise<string>
  readFileBuffer(path: string): Promise<Uint8Array>
  /** Writes a file. Its folder must exist. */
  writeFile(path: string, content: string | Uint8Array): Promise<void>
  exists(path: string): Promise<boolean>
  readdir(path: string): Promise<string[]>
  mkdir(path: string, options?: { recursive?: boolean }): Promise<void>
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>
}

/** A program of your own for the bash. */
export interface BashProgram {
  /** The name by which commands start it. It replaces a program of the same name. */
  name: string
  /**
   * Runs it with its arguments. `cwd` is its folder, `env` its variables, and `stdin` its input as UTF-8. An
   * error that it throws ends the command with 1.
   */
  run(
    args: readonly string[],
    context: { fs: BashFiles; cwd: string; env: ReadonlyMap<string, string>; stdin: string },
  ): Promise<{ stdout: string; stderr: string; exitCode: number }>
}
