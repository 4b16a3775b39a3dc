import type { FailureClass } from '@amelia/core/plugin'

/** How an agent reports the tokens of a session. */
export type UsageSource = 'export' | 'result' | 'none'

/** A class of an agent's errors. Every part that is given must match. */
export interface ErrorRow {
  /** The class of the failure. */
  class: FailureClass
  /** The code of the protocol's error. */
  code?: number
  /** Matches the text of the error, with its details. */
  text?: RegExp
  /** Whether the error must answer a request to resume a session. Default: no. */
  resuming?: true
}

/** The facts about an agent that its driver needs and the protocol does not tell. */
export interface AgentProfile {
  /** The agent's name for people. */
  title: string
  /** The arguments with which its program serves the protocol. */
  args: readonly string[]
  /** The way to install its program. */
  install: string
  /** The way to log in. */
  logIn: string
  /** Environment variables with a key, in the order in which it prefers them. They are passed to it. */
  keyVariables: readonly string[]
  /** More environment variables that are passed to it. */
  passEnv: readonly string[]
  /** Files below the home folder; one that exists is a login. */
  loginFiles: readonly string[]
  /** The program whose folders for logins and state it uses, as `agentPaths` names them. */
  folders: string
  /** Environment variables that are forced. */
  environment: Readonly<Record<string, string>>
  /** Environment variables with JSON, and the members that are forced in it. */
  settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Environment variables that get a random value for each session. */
  randomVariables: readonly string[]
  /** Environment variables that name a folder, and that folder below the home folder. It is made. */
  ownFolders: Readonly<Record<string, string>>
  /** The method with which a session authenticates, by the environment variable that it needs. */
  authenticate: Readonly<Record<string, string>>
  /** Files and folders of a workspace with programs that the agent would start by itself. */
  projectSettings: readonly string[]
  /** Its modes for sessions that write and for those that only read. Absent: the mode that it starts in. */
  modes: { write?: string; read?: string }
  /** Whether sessions can be resumed. */
  resumes: boolean
  /** Whether it takes a prompt during a turn, and gives it to the model in the same turn. */
  steers: boolean
  /**
   * `export`: a command prints the session with the tokens of each message. `result`: the result of a prompt
   * has the tokens of all its requests. `none`: no complete figures.
   */
  usage: UsageSource
  /** The arguments of the command that prints a session; `{session}` is its id. For `export`. */
  exportArgs: readonly string[]
  /** Classes of its errors, before those that all agents share. */
  errors: readonly ErrorRow[]
  /** Matches a line of its error output about a request that it sends again. The first group is the cause. */
  retryLine?: RegExp
  /** The version that the driver is tested with, or `not tested`. */
  tested: string
}

/** An agent about which nothing is known. */
export const unknownAgent: AgentProfile = Object.freeze({
  title: '',
  args: [],
  install: 'Install it, or give the path of the program.',
  logIn: 'See its documentation.',
  keyVariables: [],
  passEnv: [],
  loginFiles: [],
  folders: '',
  environment: {},
  settings: {},
  randomVariables: [],
  ownFolders: {},
  authenticate: {},
  projectSettings: [],
  modes: {},
  resumes: true,
  steers: false,
  usage: 'none',
  exportArgs: [],
  errors: [],
  tested: 'not tested',
})
