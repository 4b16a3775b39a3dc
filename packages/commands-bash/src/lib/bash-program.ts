/** The files of a program: the workspace at `/workspace`, and folders that last as long as the command. */
export interface BashFiles {
  /** Reads a file as UTF-8. */
  readFile(path: string): Promise<string>
  /** Reads the bytes of a file. */
  readFileBuffer(path: string): Promise<Uint8Array>
  /** Writes a file. Its folder must exist. */
  writeFile(path: string, content: string | Uint8Array): Promise<void>
  /** Whether a file or folder has this path. */
  exists(path: string): Promise<boolean>
  /** Lists the names in a folder. */
  readdir(path: string): Promise<string[]>
  /** Creates a folder; with `recursive` its parents, too. */
  mkdir(path: string, options?: { recursive?: boolean }): Promise<void>
  /** Deletes a file; with `recursive` a folder. `force` ignores a missing path. */
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
